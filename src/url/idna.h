// Domain names beyond ASCII (UTS 46, https://www.unicode.org/reports/tr46/).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace freshet {

// The longest name given to the conversion, whose cost grows with the square of its length. DNS
// ends at 253 bytes.
inline constexpr std::size_t kUnicodeDomainBytesMax = 4096;

// The ASCII form ("xn--...") of a domain name that is not all ASCII, or nothing if it has none.
// Bytes that are not UTF-8 make it fail. What comes back may still hold bytes that no URL allows.
std::optional<std::string> domain_to_ascii(std::string_view domain);

}  // namespace freshet
