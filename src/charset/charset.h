// Converts any page to UTF-8. All later code sees UTF-8 only, and offsets are bytes of it.
//
// The encoding of a page is determined as in a browser (HTML Standard, "determining the character
// encoding"): a byte order mark wins, then the Content-Type header, then a declaration in the page,
// then detection, then windows-1252. A page that is already UTF-8 or ASCII, as nearly all are, is
// not copied. Design: docs/design/charset.md.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "charset/encoding.h"

namespace freshet {

// The source of the encoding, the most reliable first.
enum class CharsetSource { byte_order_mark, content_type, declaration, detection, fallback };

// Returns "byte order mark", "header", ...: for people.
std::string_view charset_source_name(CharsetSource source);

struct Utf8Text {
  Encoding encoding;
  CharsetSource source;
  std::size_t mark_bytes = 0;  // size of the byte order mark, which is not part of the text
  std::optional<std::string> converted;  // the text, if it differs from the page

  // Returns the page as valid UTF-8. `page` must be the bytes this was made from. The view is into
  // `page` or into this value, and must not outlive either.
  std::string_view text(std::string_view page) const&;
  std::string_view text(std::string_view page) const&& = delete;
};

// `content_type` is the value of the header, or empty.
Utf8Text to_utf8(std::string_view page, std::string_view content_type);

}  // namespace freshet
