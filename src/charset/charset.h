// Bringing any page to UTF-8. Everything after this sees UTF-8 only, and offsets mean bytes of it.
//
// Which encoding a page is in is decided as a browser decides (HTML Standard, "determining the
// character encoding"): a byte order mark wins, then the Content-Type header, then what the page
// declares in itself, then a guess, then windows-1252. A page that is UTF-8 or ASCII already, as
// nearly all are, is not copied. Design: docs/design/charset.md.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "charset/encoding.h"

namespace freshet {

// What told us the encoding, the surest first.
enum class CharsetSource { byte_order_mark, content_type, declaration, detection, fallback };

// "byte order mark", "header", ...: for people.
std::string_view charset_source_name(CharsetSource source);

struct Utf8Text {
  Encoding encoding;
  CharsetSource source;
  std::size_t mark_bytes = 0;            // the byte order mark, which is not part of the text
  std::optional<std::string> converted;  // the text, where it is not already in the page

  // The page as valid UTF-8. `page` must be the bytes this was made from. The view is into `page`
  // or into this value, so it lives no longer than both.
  std::string_view text(std::string_view page) const&;
  std::string_view text(std::string_view page) const&& = delete;
};

// `content_type` is the value of the header, or empty.
Utf8Text to_utf8(std::string_view page, std::string_view content_type);

}  // namespace freshet
