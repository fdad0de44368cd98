#include "http/listen_address.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <charconv>

namespace freshet {

namespace {

constexpr std::string_view kUnix = "unix:";
constexpr std::size_t kUnixPathMax = 107;  // sockaddr_un has 108 bytes, one of them the final NUL

std::unexpected<Error> no_address(std::string_view text) {
  return std::unexpected(
      Error{Errc::invalid, fmt::format("\"{}\" is not an address to listen on; write one such as "
                                       "127.0.0.1:8787, [::1]:8787 or unix:/run/freshet.sock",
                                       text)});
}

bool is_ip(const std::string& host) {
  in6_addr bytes{};
  return inet_pton(AF_INET, host.c_str(), &bytes) == 1 ||
         inet_pton(AF_INET6, host.c_str(), &bytes) == 1;
}

}  // namespace

Result<ListenAddress> ListenAddress::parse(std::string_view text) {
  ListenAddress address;
  if (text.starts_with(kUnix)) {
    address.path = text.substr(kUnix.size());
    if (address.path.empty() || address.path.size() > kUnixPathMax || address.path.contains('\0'))
      return std::unexpected(Error{
          Errc::invalid, fmt::format("the path of a Unix socket has 1 to {} bytes", kUnixPathMax)});
    return address;
  }
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return no_address(text);
  auto host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']'))
    host = host.substr(1, host.size() - 2);
  else if (host.contains(':'))
    return no_address(text);
  address.host = host == "localhost" ? "127.0.0.1" : std::string(host);
  const auto port = text.substr(colon + 1);
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
  if (error != std::errc() || end != port.data() + port.size() || !is_ip(address.host))
    return no_address(text);
  return address;
}

std::string ListenAddress::text() const {
  if (!path.empty()) return fmt::format("{}{}", kUnix, path);
  return host.contains(':') ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

bool ListenAddress::is_local() const {
  return !path.empty() || host.starts_with("127.") || host == "::1";
}

}  // namespace freshet
