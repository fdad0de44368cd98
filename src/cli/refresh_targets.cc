#include "cli/refresh_targets.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/page_lookup.h"
#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/crawl_plan.h"

namespace freshet {
namespace {

// Hosts whose names are looked at before a refresh is refused for want of --allow-net.
constexpr std::size_t kHostsRead = 1000;

}  // namespace

CommandResult ask_for_named(const Session& session, Archive& archive, Planner& planner) {
  if (session.arguments.has("--all")) planner.ask_for_all();
  for (const std::string& word : session.arguments.values("URL")) {
    const auto found = find_page(archive, word);
    if (!found) return failure_of(found.error());
    if (!planner.ask_for(found->page.key.url))
      return could_not(fmt::format("\"{}\" is in the archive, but is never checked",
                                   visible(found->page.key.url)));
  }
  return {};
}

std::optional<Failure> refuse_local_hosts(const Session& session, Catalog& catalog) {
  std::vector<std::string> names;
  const Status read = catalog.each_host([&](const HostRow& row) {
    names.emplace_back(row.host.name());
    return names.size() < kHostsRead;
  });
  if (!read) return std::nullopt;
  return refuse_local(session.config.settings.crawl, names);
}

}  // namespace freshet
