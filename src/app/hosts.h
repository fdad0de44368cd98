// The hosts of an archive, with what their last visit brought.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/archive_session.h"
#include "base/error.h"
#include "catalog/rows.h"
#include "crawl/visit_report.h"

namespace freshet {

struct HostsRequest {
  std::string text = {};                  // is in the name; empty: any
  std::optional<std::string> after = {};  // begins behind this host, a key
  std::optional<VisitState> state = {};   // of the last visit
};

struct ListedHost {
  HostRow row;
  std::optional<VisitReport> report = {};  // none: it was never visited
};

// Visits hosts in the catalog's order until `visit` returns false. Nothing is visited if the host
// of `after` is not there.
Status list_hosts(ArchiveSession& session, const HostsRequest& request,
                  const std::function<bool(const ListedHost&)>& visit);

// Errc::not_found if the archive does not know the host. `name` is a host or a URL.
Result<ListedHost> find_listed_host(ArchiveSession& session, std::string_view name);

std::string to_json(const ListedHost& host);

}  // namespace freshet
