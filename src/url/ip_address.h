// IPv4 and IPv6 addresses as the URL standard parses and serialises them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace freshet {

using Ipv4Address = std::uint32_t;
using Ipv6Address = std::array<std::uint16_t, 8>;

// Returns true if the last label of `domain` is a number: it must then be an IPv4 address or is
// invalid.
bool ends_in_number(std::string_view domain);

// Accepts the forms of inet_aton: octal and hex numbers, fewer than four parts.
std::optional<Ipv4Address> parse_ipv4(std::string_view text);
void append_ipv4(std::string& out, Ipv4Address address);

// `text` is without the brackets; zone ids are not supported.
std::optional<Ipv6Address> parse_ipv6(std::string_view text);
void append_ipv6(std::string& out, const Ipv6Address& address);  // as in RFC 5952

}  // namespace freshet
