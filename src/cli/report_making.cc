#include "cli/report_making.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace freshet {

Result<Time> moment_to_report(Catalog& catalog, Time now) {
  const Status read = catalog.each_belief(std::nullopt, [&](const PageBelief& belief) {
    now = std::max(now, belief.checked.value_or(now));
    return true;
  });
  if (!read) return std::unexpected(read.error());
  return now;
}

Result<Report> make_report(Catalog& catalog, const Planner& planner, Time now) {
  ReportMaker maker(now);
  Status failed;
  const Status pages = catalog.each_page(std::nullopt, [&](const PageRow& row) {
    ReportedPage page{.page = row.key, .first_seen = row.first_seen};
    if (const auto outlook = planner.outlook(row.key.url, now)) {
      page.rate = outlook->changes_per_day;
      page.rate_low = outlook->changes_per_day_low;
      page.rate_high = outlook->changes_per_day_high;
      page.fresh = 1 - outlook->stale_probability;
      maker.add(page);
      return true;
    }
    // Gone or faded, or nothing that is ever checked, such as an image.
    const auto belief = catalog.find_belief(row.key);
    if (!belief) {
      failed = std::unexpected(belief.error());
      return false;
    }
    if (!*belief || (*belief)->state == PageState::watched) return true;
    page.state = (*belief)->state;
    maker.add(page);
    return true;
  });
  if (!failed) return std::unexpected(failed.error());
  if (!pages) return std::unexpected(pages.error());
  const Status checks = catalog.each_check([&](const PageCheck& check) {
    maker.add(check);
    return true;
  });
  if (!checks) return std::unexpected(checks.error());
  return std::move(maker).finish();
}

}  // namespace freshet
