#include "cli/serve_settings.h"

#include <algorithm>

#include "base/ascii.h"
#include "cli/setting_kinds.h"
#include "http/listen_address.h"
#include "url/url.h"
#include "web/address.h"

namespace freshet {
namespace {

bool is_listen_address(std::string_view text) { return ListenAddress::parse(text).has_value(); }

bool is_replay_address(std::string_view text) {
  return text == "next" || text == "off" || is_listen_address(text);
}

bool is_origin(std::string_view text) {
  const auto url = Url::parse(text);
  return text.empty() || (url && url->is_http() && url->path() == "/" && !text.ends_with('/'));
}

bool is_host_name(std::string_view text) {
  return !text.empty() && text.find_first_of("/:@ ") == std::string_view::npos;
}

bool is_public_url(std::string_view text) {
  if (text.empty()) return true;
  const auto url = Url::parse(text);
  return url && (url->scheme() == "http" || url->scheme() == "https") && !url->hostname().empty() &&
         url->href().find_first_of("?#") == std::string_view::npos;
}

bool is_proxy(std::string_view text) { return text == "unix" || IpAddress::parse(text); }

bool is_field_name(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return is_ascii_alnum(c) || c == '-'; });
}

}  // namespace

std::vector<Setting> declare_serve_settings() {
  return {
      text({"serve.listen", "Address on which the server listens", "--listen", {"serve"}},
           "an address and port such as 127.0.0.1:8787, or unix:PATH", is_listen_address,
           [](auto& s) -> auto& { return s.serve.listen; }),
      text({"serve.replay",
            "Address on which archived pages are shown, an origin of their own; next: the port "
            "after that of serve.listen, if it is free",
            "--replay",
            {"serve"}},
           "an address and port, unix:PATH, next or off", is_replay_address,
           [](auto& s) -> auto& { return s.serve.replay; }),
      text({"serve.replay_url",
            "Address under which browsers reach serve.replay, if a proxy stands before it",
            "--replay-url",
            {"serve"}},
           "an origin such as https://replay.example.org", is_origin,
           [](auto& s) -> auto& { return s.serve.replay_url; }),
      list({"serve.trust_proxy",
            "Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed, by address; unix: "
            "clients of a Unix socket",
            "--trust-proxy",
            {"serve"}},
           "a list of IP addresses, or unix", is_proxy,
           [](auto& s) -> auto& { return s.serve.trust_proxy; }),
      text({"serve.user_header",
            "Header in which a trusted proxy names the person who logged in there; empty: none",
            "--user-header",
            {"serve"}},
           "the name of a header", is_field_name,
           [](auto& s) -> auto& { return s.serve.user_header; }),
      list({"serve.names",
            "Host names under which browsers reach the server, beside localhost and its IP "
            "addresses; requests for other names are refused",
            "--name",
            {"serve"}},
           "a list of host names", is_host_name, [](auto& s) -> auto& { return s.serve.names; }),
      text({"serve.public_url",
            "Address under which people reach the server, in links of messages; empty: messages "
            "have no links",
            "--public-url",
            {"serve"}},
           "an address such as https://watch.example.org", is_public_url,
           [](auto& s) -> auto& { return s.serve.public_url; }),
  };
}

}  // namespace freshet
