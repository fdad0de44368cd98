// The charset that a Content-Type header names.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet {

// The charset parameter of `content_type`, as written there, read as browsers read it (Fetch
// Standard, "extract a MIME type"; MIME Sniffing Standard, "parse a MIME type"): of several values
// joined by commas the last good one counts, and a value that is no MIME type does not.
std::optional<std::string> content_type_charset(std::string_view content_type);

}  // namespace freshet
