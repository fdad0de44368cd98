// Main text as Markdown: headings, lists, tables, quotes, code, links and emphasis.
//
// The chosen blocks are read once more from the page with their inline markup; their place in the
// output follows from the elements around them. Text is escaped so that it reads as on the page.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "clean/content.h"
#include "html/tag_index.h"
#include "url/url.h"

namespace freshet {

// A table with a longer cell, or with one column, is layout: its cells become paragraphs.
inline constexpr std::size_t kMarkdownCellBytesMax = 400;
inline constexpr std::size_t kMarkdownListDepthMax = 8;  // deeper lists are not indented further

// `text` and `index` are those that `main` was found in. Links are resolved against `base`; without
// it, relative ones lose their target.
std::string main_markdown(std::string_view text, const TagIndex& index, Scripting scripting,
                          const MainText& main, const std::optional<Url>& base);

}  // namespace freshet
