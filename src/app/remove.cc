#include "app/remove.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/page_lookup.h"
#include "base/escape.h"
#include "store/snapshot_facts.h"
#include "url/host.h"

namespace freshet {
namespace {

std::unexpected<Error> not_removed(std::string why) {
  return std::unexpected(Error{Errc::not_found, std::move(why)});
}

void add_page(const PageRow& page, Removal& removal) {
  ++removal.pages;
  removal.snapshots += static_cast<std::uint64_t>(page.snapshots);
  if (removal.first_pages.size() < kRemovalPagesShown) removal.first_pages.push_back(page.key.url);
}

Status add_url(Archive& archive, const std::string& text, Removal& removal) {
  const auto urls = candidate_urls(text);
  if (!urls) return std::unexpected(urls.error());
  bool is_there = false;
  for (const std::string& url : *urls) {
    const auto page = archive.catalog().find_page(page_key_of(url));
    if (!page) return std::unexpected(page.error());
    if (!*page) continue;
    is_there = true;
    const std::string& known = (*page)->key.url;
    if (std::ranges::find(removal.what.urls, known) != removal.what.urls.end()) continue;
    removal.what.urls.push_back(known);
    add_page(**page, removal);
  }
  if (is_there) return {};
  const auto other = find_page(archive, text);
  if (!other) return not_removed(fmt::format("{}; nothing was removed", other.error().message));
  return not_removed(fmt::format("{} is not in the archive; did you mean {}? Nothing was removed",
                                 visible(text), visible(other->page.key.url)));
}

Status add_host(Archive& archive, const std::string& text, Removal& removal) {
  const auto key = parse_host("the host to remove", text);
  if (!key) return std::unexpected(key.error());
  const auto host = Host::from_key(*key);
  if (!host) return std::unexpected(host.error());
  if (std::ranges::find(removal.what.hosts, *key) != removal.what.hosts.end()) return {};
  const std::uint64_t before = removal.pages;
  const auto visited = archive.catalog().each_page(*host, [&](const PageRow& page) {
    add_page(page, removal);
    return true;
  });
  if (!visited) return visited;
  if (removal.pages == before) {
    return not_removed(
        fmt::format("no page of {} is in the archive; nothing was removed", visible(*key)));
  }
  removal.what.hosts.push_back(*key);
  return {};
}

}  // namespace

Result<Removal> plan_removal(Archive& archive, const RemovalRequest& request) {
  Removal removal;
  removal.what.reason = request.reason;
  for (const std::string& url : request.urls)
    if (auto added = add_url(archive, url, removal); !added) return std::unexpected(added.error());
  for (const std::string& host : request.hosts)
    if (auto added = add_host(archive, host, removal); !added)
      return std::unexpected(added.error());
  return removal;
}

}  // namespace freshet
