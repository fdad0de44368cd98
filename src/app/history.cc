#include "app/history.h"

#include <algorithm>
#include <utility>

#include "app/page_lookup.h"
#include "store/versions.h"

namespace freshet {
namespace {

constexpr std::size_t kChecksReadMax = 100'000;  // the last ones

}  // namespace

Result<PageHistory> page_history(ArchiveSession& session, std::string_view url) {
  const auto found = find_page(session.archive(), url);
  if (!found) return std::unexpected(found.error());
  const PageRow& page = found->page;
  auto belief = session.belief(page.key);
  if (!belief) return std::unexpected(belief.error());
  auto checks = session.catalog().checks(page.key, kChecksReadMax);
  if (!checks) return std::unexpected(checks.error());
  const auto versions = count_versions(session.catalog(), page.id);
  if (!versions) return std::unexpected(versions.error());
  // The archive of a simulation may lie ahead of the clock.
  Time now = session.now();
  if (!checks->empty()) now = std::max(now, checks->back().time);
  return PageHistory{.url = page.key.url,
                     .first_seen = page.first_seen,
                     .versions = *versions,
                     .belief = *std::move(belief),
                     .checks = *std::move(checks),
                     .now = now};
}

}  // namespace freshet
