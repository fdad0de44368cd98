// Domain names beyond ASCII (UTS 46, https://www.unicode.org/reports/tr46/).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace freshet {

// Longest name that is converted, since the cost is quadratic in its length. The limit of DNS is
// 253 bytes.
inline constexpr std::size_t kUnicodeDomainBytesMax = 4096;

// Returns the ASCII form ("xn--...") of a domain name that is not all ASCII; nothing if it has none
// or is not UTF-8. The result may still have bytes that are not valid in a URL.
std::optional<std::string> domain_to_ascii(std::string_view domain);

}  // namespace freshet
