// The body of a message in the marks of a channel, within its limit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "notify/notice.h"
#include "notify/shown_text.h"

namespace freshet {

struct TextStyle {
  std::string (*escape)(std::string_view text);
  std::string (*link)(std::string_view text, std::string_view url);  // both as they are in Notice
  std::string_view removed_begin = {};
  std::string_view removed_end = {};
  std::string_view added_begin = {};
  std::string_view added_end = {};
  std::string_view line_end = "\n";
  TextUnit unit = TextUnit::utf16;
  std::size_t limit = 0;  // of the whole body, escapes included
};

// Returns the written body, or the hunks or items, then "… and 12 more", then the remarks. Texts
// are cut before they are escaped. What does not fit is counted.
std::string styled_body(const Notice& notice, const TextStyle& style);

// Returns a beginning of `text` that is at most `limit` long when it is escaped. It is cut to the
// limit, or else to a half of it, a quarter and so on.
std::string escaped_within(std::string_view text, std::size_t limit, const TextStyle& style);

// Returns "label: url", for channels without links of their own.
std::string plain_link(std::string_view label, std::string_view url);

}  // namespace freshet
