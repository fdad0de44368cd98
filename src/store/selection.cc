#include "store/selection.h"

#include <algorithm>
#include <set>

#include "store/snapshot_facts.h"

namespace freshet {
namespace {

// Visits the snapshots of one page within the times.
Status visit_page(Archive& archive, const PageRow& page, const Selection& selection,
                  const std::function<Status(const Found&)>& visit) {
  if (selection.left_out.contains(page.id)) return {};
  auto rows = archive.catalog().snapshots(page.id);
  if (!rows) return std::unexpected(rows.error());
  std::erase_if(*rows, [&](const SnapshotRow& row) {
    return row.time < selection.from || row.time > selection.to;
  });
  if (selection.only_last && rows->size() > 1) rows->erase(rows->begin(), rows->end() - 1);
  for (const SnapshotRow& row : *rows)
    if (auto visited = visit({.page = page, .snapshot = row}); !visited) return visited;
  return {};
}

bool is_in_domain(const PageRow& page, const std::vector<std::string>& domains) {
  if (!page.key.host) return false;
  const std::string_view name = page.key.host->name();
  return std::any_of(domains.begin(), domains.end(), [&](const std::string& domain) {
    if (!name.ends_with(domain)) return false;
    return name.size() == domain.size() || name[name.size() - domain.size() - 1] == '.';
  });
}

// Visits pages; the visitor may fail.
Status each_page(Archive& archive, const PageKey& after, const std::optional<Host>& host,
                 const std::function<Status(const PageRow&)>& visit) {
  Status status;
  auto walked = archive.catalog().each_page_behind(after, host, [&](const PageRow& page) {
    status = visit(page);
    return status.has_value();
  });
  if (!walked) return walked;
  return status;
}

Status visit_urls(Archive& archive, const Selection& selection,
                  const std::function<Status(const Found&)>& visit) {
  std::set<PageId> visited;
  for (const std::string& url : selection.urls) {
    auto found = archive.find(url, Time::max());
    if (!found) return std::unexpected(found.error());
    if (!*found || !visited.insert((*found)->page.id).second) continue;
    if (auto done = visit_page(archive, (*found)->page, selection, visit); !done) return done;
  }
  return {};
}

}  // namespace

Status each_selected(Archive& archive, const Selection& selection,
                     const std::function<Status(const Found&)>& visit) {
  const auto visit_snapshots = [&](const PageRow& page) {
    return visit_page(archive, page, selection, visit);
  };
  if (!selection.urls.empty()) {
    if (auto done = visit_urls(archive, selection, visit); !done) return done;
  }
  for (const std::string& key : selection.hosts) {
    auto host = Host::from_key(key);
    if (!host) {
      return std::unexpected(Error{Errc::invalid, "\"" + key + "\" is not a host; write it like " +
                                                      "example.com or example.com:8080"});
    }
    if (auto done = each_page(archive, selection.after, *host, visit_snapshots); !done) return done;
  }
  if (!selection.domains.empty()) {
    const auto visit_domain = [&](const PageRow& page) {
      return is_in_domain(page, selection.domains) ? visit_snapshots(page) : Status();
    };
    if (auto done = each_page(archive, selection.after, std::nullopt, visit_domain); !done)
      return done;
  }
  if (selection.urls.empty() && selection.hosts.empty() && selection.domains.empty())
    return each_page(archive, selection.after, std::nullopt, visit_snapshots);
  return {};
}

}  // namespace freshet
