#include "notify/server_address.h"

#include <fmt/format.h>

#include "url/url.h"

namespace freshet {

std::optional<ServerAddress> parse_server_address(std::string_view text) {
  constexpr std::string_view kForbidden = "/?#@\\ \t\r\n";
  if (text.find_first_of(kForbidden) != std::string_view::npos) return std::nullopt;
  // The URL standard knows how names and addresses are written. It leaves out port 443 of https.
  const auto url = Url::parse(fmt::format("https://{}/", text));
  if (!url || url->hostname().empty()) return std::nullopt;
  std::string_view host = url->hostname();
  if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
  const bool names_port = text.ends_with(":443");
  return ServerAddress{std::string(host), url->port().value_or(names_port ? 443 : 0)};
}

}  // namespace freshet
