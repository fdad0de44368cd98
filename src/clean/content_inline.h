// The inline markup of blocks as Markdown: links, emphasis and code within a line.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clean/content.h"
#include "html/tag_index.h"
#include "url/url.h"

namespace freshet {

inline constexpr std::size_t kInlineMarksMax = 10'000;   // of a block; more are left out
inline constexpr std::size_t kInlineUrlBytesMax = 4096;  // a longer link loses its target

// Returns the Markdown of each block of `main` that was chosen, in order; line breaks are line
// feeds. Preformatted blocks are returned as their plain text.
std::vector<std::string> inline_markdown(std::string_view text, const TagIndex& index,
                                         Scripting scripting, const MainText& main,
                                         const std::optional<Url>& base);

// Appends `text` with the characters escaped that Markdown would read.
void append_escaped(std::string& out, std::string_view text);

}  // namespace freshet
