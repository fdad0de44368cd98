// IPv4 and IPv6 addresses as the URL standard reads and writes them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace freshet {

using Ipv4Address = std::uint32_t;
using Ipv6Address = std::array<std::uint16_t, 8>;

// True if the last label of `domain` is a number, so that it must be an IPv4 address or is wrong.
bool ends_in_number(std::string_view domain);

// Takes the forms that inet_aton took: octal and hex numbers, fewer than four parts.
std::optional<Ipv4Address> parse_ipv4(std::string_view text);
void append_ipv4(std::string& out, Ipv4Address address);

// `text` is without the brackets; there are no zone ids.
std::optional<Ipv6Address> parse_ipv6(std::string_view text);
void append_ipv6(std::string& out, const Ipv6Address& address);  // after RFC 5952

}  // namespace freshet
