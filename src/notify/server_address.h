// The server of mail, as people enter it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace freshet {

struct ServerAddress {
  std::string host;        // a name, an IPv4 address, or an IPv6 address without brackets
  std::uint16_t port = 0;  // 0: the usual one
};

// Parses "smtp.example", "smtp.example:587", "192.0.2.1:25", "[2001:db8::1]:25".
std::optional<ServerAddress> parse_server_address(std::string_view text);

}  // namespace freshet
