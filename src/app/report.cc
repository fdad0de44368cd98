#include "app/report.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/funnel.h"
#include "crawl/orphans.h"
#include "report/report_text.h"

namespace freshet {
namespace {

// Adds the orphans as of now: the links of earlier moments are not kept.
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

// Adds the pages that were added and removed since the first check, from the last events.
Status add_moved(Catalog& catalog, Report& report) {
  constexpr std::int64_t kEventsRead = 20'000;
  constexpr std::size_t kEventsPiece = 1000;
  if (!report.first_check) return {};
  const auto last = catalog.last_event();
  if (!last) return std::unexpected(last.error());
  std::int64_t after = std::max<std::int64_t>(*last - kEventsRead, 0);
  while (after < *last) {
    const auto events = catalog.events(after, kEventsPiece);
    if (!events) return std::unexpected(events.error());
    if (events->empty()) break;
    after = events->back().number;
    for (const PageEvent& event : *events) {
      if (event.time > report.now || event.time < *report.first_check) continue;
      if (event.kind == EventKind::added) report.added.push_back({event.url, event.time});
      if (event.kind == EventKind::removed) report.removed.push_back({event.url, event.time});
    }
  }
  for (std::vector<MovedPage>* pages : {&report.added, &report.removed}) {
    std::ranges::stable_sort(*pages, std::ranges::greater{}, &MovedPage::time);
    if (pages->size() > kChangedPagesMax) pages->resize(kChangedPagesMax);
  }
  return {};
}

// Pages that are never checked, such as requisites, are left out.
Status add_pages(Catalog& catalog, const Planner& planner, Time now, ReportMaker& maker) {
  Status failed;
  const Status pages = catalog.each_page(std::nullopt, [&](const PageRow& row) {
    if (planner.is_requisite(row.key.url)) return true;
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
    if (!*belief || (*belief)->state == PageState::scheduled) return true;
    page.state = (*belief)->state;
    maker.add(page);
    return true;
  });
  return failed ? pages : failed;
}

// Returns "web" of "/srv/web": a report may be given to others.
std::string archive_name(const std::string& directory) {
  const std::string name = std::filesystem::path(directory).filename().string();
  return name.empty() || name == "." || name == ".." ? "the archive" : name;
}

}  // namespace

Result<ArchiveReport> make_report(ArchiveSession& session, const ReportRequest& request) {
  const auto now = request.at ? Result<Time>(*request.at) : session.reference_time();
  if (!now) return std::unexpected(now.error());
  const auto planner = session.load_planner(std::max(*now, session.now()));
  if (!planner) return std::unexpected(planner.error());
  Catalog& catalog = session.catalog();
  ReportMaker maker(*now);
  if (auto added = add_pages(catalog, **planner, *now, maker); !added)
    return std::unexpected(added.error());
  const Status checks = catalog.each_check([&](const PageCheck& check) {
    if (!(*planner)->is_requisite(check.page.url)) maker.add(check);
    return true;
  });
  if (!checks) return std::unexpected(checks.error());
  Report report = std::move(maker).finish();
  if (auto added = add_moved(catalog, report); !added) return std::unexpected(added.error());
  if (auto added = add_orphans(session.archive(), session.plan(), report); !added)
    return std::unexpected(added.error());
  auto funnel = make_funnel(session);
  if (!funnel) return std::unexpected(funnel.error());
  report.funnel = *std::move(funnel);
  return ArchiveReport{.archive = archive_name(session.archive().directory()),
                       .report = std::move(report)};
}

std::string to_json(const ArchiveReport& report) {
  return report_json(report.report, report.archive);
}

}  // namespace freshet
