// Base64 (RFC 4648, section 4) of keys, signatures and headers.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet {

std::string encode_base64(std::string_view bytes);

// None if a byte is foreign or the length is wrong. Padding may be absent.
std::optional<std::string> parse_base64(std::string_view text);

}  // namespace freshet
