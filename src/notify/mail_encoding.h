// Text in mails: header fields that no text can break out of, and bodies in ASCII lines.
#pragma once

#include <string>
#include <string_view>

#include "base/time.h"

namespace freshet {

// Returns "Name: text\r\n", folded. Text beyond printable ASCII becomes encoded words (RFC 2047);
// line ends and controls become spaces.
std::string mail_field(std::string_view name, std::string_view text);

// Returns "Name: value\r\n" for a structured value that is made of our own ASCII. Its items are
// separated by single spaces, at which it is folded.
std::string mail_structured_field(std::string_view name, std::string_view value);

// Returns a display name: a quoted string, or encoded words.
std::string mail_phrase(std::string_view text);

// Returns the body in lines of at most 76 characters (RFC 2045, section 6.7), ended by CRLF. A line
// that begins with "." or "From " is encoded too.
std::string quoted_printable(std::string_view text);

// Returns "Tue, 17 Nov 2026 05:00:00 +0000".
std::string mail_date(Time time);

// Returns `text` with all but ASCII letters, digits, "-", "_" and "." replaced by "-": for ids.
std::string mail_id_part(std::string_view text);

}  // namespace freshet
