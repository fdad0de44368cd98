#include "cli/serve_access.h"

#include "base/ascii.h"
#include "url/url.h"

namespace freshet {

AccessOptions access_options(const ServeSettings& settings, const ListenAddress& address) {
  // Others reach a proxy, so who comes through it is not at this machine.
  return {.is_local = address.is_local() && settings.trust_proxy.empty(),
          .proxies = settings.trust_proxy,
          .user_field = ascii_lower(settings.user_header),
          .public_url = settings.public_url};
}

std::vector<std::string> names_of(const ServeSettings& settings) {
  std::vector<std::string> names = settings.names;
  if (const auto url = Url::parse(settings.public_url))
    names.emplace_back(ascii_lower(url->hostname()));
  return names;
}

FetchOptions fetch_options(const RunSettings& run) {
  FetchOptions options{.web = run.platform.web,
                       .resolver = run.platform.resolver,
                       .limits = run.run.plan.fetch,
                       .user_agent = run.run.plan.user_agent};
  options.web.guard = run.run.plan.guard;
  options.limits.body_bytes = run.run.plan.limits.page_bytes;
  return options;
}

}  // namespace freshet
