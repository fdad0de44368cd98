#include "cli/report_making.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "crawl/orphans.h"

namespace freshet {

Result<Time> moment_to_report(Catalog& catalog, Time now) {
  const Status read = catalog.each_belief(std::nullopt, [&](const PageBelief& belief) {
    now = std::max(now, belief.checked.value_or(now));
    return true;
  });
  if (!read) return std::unexpected(read.error());
  return now;
}

namespace {

// As they are now: what linked to a page at another moment is not kept.
Status add_orphans(Archive& archive, const CrawlPlan& plan, Report& report) {
  auto found = find_orphans(archive, plan);
  if (!found) return std::unexpected(found.error());
  for (Orphan& orphan : found->pages)
    report.orphans.push_back({.url = std::move(orphan.url), .since = orphan.since});
  std::stable_sort(report.orphans.begin(), report.orphans.end(),
                   [](const OrphanPage& a, const OrphanPage& b) { return b.since < a.since; });
  report.orphans_unsure = found->unsure;
  return {};
}

}  // namespace

Result<Report> make_report(Archive& archive, const CrawlPlan& plan, const Planner& planner,
                           Time now) {
  Catalog& catalog = archive.catalog();
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
  Report report = std::move(maker).finish();
  if (auto added = add_orphans(archive, plan, report); !added)
    return std::unexpected(added.error());
  return report;
}

}  // namespace freshet
