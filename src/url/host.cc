#include "url/host.h"

#include "base/hash.h"

namespace freshet {
namespace {

constexpr bool is_web_port(std::uint16_t port) { return port == 80 || port == 443; }

}  // namespace

std::string_view without_final_dot(std::string_view hostname) {
  if (hostname.size() > 1 && hostname.ends_with('.') && !hostname.ends_with(".."))
    hostname.remove_suffix(1);
  return hostname;
}

Host::Host(std::string_view name, std::uint16_t port)
    : key_(without_final_dot(name)), name_length_(key_.size()) {
  if (!is_web_port(port)) key_.append(":").append(std::to_string(port));
}

std::optional<Host> Host::of(const Url& url) {
  if (!url.is_http()) return std::nullopt;
  return Host(url.hostname(), *url.effective_port());
}

Result<Host> Host::from_key(std::string_view key) {
  const auto url = Url::parse(std::string("http://").append(key).append("/"));
  if (url) {
    if (const auto host = of(*url); host && host->key() == key) return *host;
  }
  return std::unexpected(Error{Errc::corrupt, "not the key of a host: " + std::string(key)});
}

std::uint64_t Host::hash() const { return hash64(key_); }

}  // namespace freshet
