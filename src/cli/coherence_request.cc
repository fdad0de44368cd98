#include "cli/coherence_request.h"

#include "app/page_lookup.h"
#include "cli/archive_access.h"

namespace freshet {

std::expected<CoherenceRequest, Failure> coherence_request(const Arguments& arguments) {
  CoherenceRequest request;
  if (arguments.has("--strict")) request.rule = ContentRule::strict;
  if (const auto& at = arguments.value("--at")) {
    const auto time = parse_start("--at", *at);
    if (!time) return failure_of(time.error());
    request.at = *time;
  }
  return request;
}

std::expected<std::vector<Host>, Failure> asked_hosts(const Arguments& arguments,
                                                      Archive& archive) {
  std::vector<Host> hosts;
  if (const auto& named = arguments.value("--host")) {
    const auto key = parse_host("--host", *named);
    if (!key) return failure_of(key.error());
    hosts.push_back(*Host::from_key(*key));
    return hosts;
  }
  const Status read = each_host(archive, [&](const Host& host) -> Status {
    hosts.push_back(host);
    return {};
  });
  if (!read) return could_not(read.error());
  return hosts;
}

}  // namespace freshet
