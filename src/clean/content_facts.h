// Title, author, date and language of a page, where the page states them.
#pragma once

#include <string>
#include <string_view>

#include "html/tag_index.h"

namespace freshet {

inline constexpr std::size_t kContentFactBytesMax = 500;  // longer values are cut
inline constexpr std::size_t kJsonLdBytesMax = 1u << 20;  // of a script; the rest is not searched

struct ContentFacts {
  std::string title;     // og:title, else the first <h1> if <title> repeats it, else <title>
  std::string author;    // meta, JSON-LD, itemprop or rel=author; not a URL
  std::string date;      // YYYY-MM-DD, of publication
  std::string language;  // "en": <html lang>, else og:locale
};

// `index` is that of `text` in the same scripting mode.
ContentFacts read_content_facts(std::string_view text, const TagIndex& index, Scripting scripting);

}  // namespace freshet
