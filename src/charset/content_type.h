// The charset in a Content-Type header.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet {

// Returns the charset parameter of `content_type`, as written there, parsed as in browsers (Fetch
// Standard, "extract a MIME type"; MIME Sniffing Standard, "parse a MIME type"): of several values
// joined by commas the last valid one counts, and a value that is not a MIME type does not.
std::optional<std::string> content_type_charset(std::string_view content_type);

}  // namespace freshet
