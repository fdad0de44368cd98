#include "http/host_field.h"

#include <arpa/inet.h>

#include <algorithm>

#include "base/ascii.h"

namespace freshet {

namespace {

bool is_port(std::string_view text) {
  return text.size() <= 5 && std::ranges::all_of(text, is_ascii_digit);
}

bool is_host_character(char c) {
  return is_ascii_digit(c) || is_ascii_lower(c) || c == '.' || c == '-' || c == '_';
}

bool is_ip_address(std::string_view host) {
  const std::string text(host);
  in6_addr bytes{};
  return inet_pton(AF_INET, text.c_str(), &bytes) == 1 ||
         inet_pton(AF_INET6, text.c_str(), &bytes) == 1;
}

}  // namespace

std::string host_of_field(std::string_view field) {
  std::string host;
  for (const char c : field) host += to_ascii_lower(c);
  std::string_view rest = host;
  if (rest.starts_with('[')) {
    const auto end = rest.find(']');
    if (end == std::string_view::npos) return {};
    const auto inside = rest.substr(1, end - 1);
    const auto port = rest.substr(end + 1);
    const bool is_address =
        std::ranges::all_of(inside, [](char c) { return is_host_character(c) || c == ':'; });
    if (!is_address || inside.empty() ||
        !(port.empty() || (port[0] == ':' && is_port(port.substr(1)))))
      return {};
    return std::string(inside);
  }
  if (const auto colon = rest.find(':'); colon != std::string_view::npos) {
    if (!is_port(rest.substr(colon + 1))) return {};
    rest = rest.substr(0, colon);
  }
  return std::ranges::all_of(rest, is_host_character) ? std::string(rest) : std::string();
}

bool is_our_name(std::string_view host, const std::vector<std::string>& names) {
  if (host == "localhost" || is_ip_address(host)) return true;
  return std::ranges::find(names, host) != names.end();
}

}  // namespace freshet
