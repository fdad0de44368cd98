#include "cli/attended_capture.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/log.h"
#include "catalog/open_catalog.h"
#include "cli/archive_access.h"
#include "cli/attended_crawl.h"

namespace freshet {
namespace {

// The time of one visit of a host, at most this part of the time limit: only between visits a
// capture can turn to its revisits.
constexpr int kSlicesOfLimit = 16;

}  // namespace

CommandResult attend_capture(const Session& session, RunSettings options, PreparedCapture prepared,
                             std::vector<Url> seeds) {
  const std::string directory = options.run.directory;
  const Duration within = prepared.row.order.time_max;
  CrawlPlan& plan = options.run.plan;
  plan.limits.new_pages = plan.limits.pages;
  if (within > Duration{})
    plan.limits.slice = std::min(
        plan.limits.slice, std::max<Duration>(within / kSlicesOfLimit, std::chrono::seconds(10)));
  options.run.archive.may_create = !seeds.empty();
  CaptureVisits visits(std::move(prepared.row), std::move(prepared.book),
                       {.open_catalog =
                            [&] {
                              return open_catalog(system_disk(), catalog_address(directory),
                                                  CatalogOptions{});
                            },
                        .recorder = *prepared.recorder,
                        .plan = plan,
                        .say = [](const std::string& sentence) { log(LogLevel::info, sentence); }});
  options.run.recorder = &visits;
  CaptureJob job(visits, {.seeds = std::move(seeds), .scope = options.scope});
  const bool is_json = session.arguments.has("--json");
  const auto end = attend(
      session, {.job = job,
                .run = options.run,
                .platform = options.platform,
                .doing = "capturing",
                .is_json = is_json,
                .progress = [&] { return progress_words(visits.view(system_clock().now())); },
                .is_over = [&] { return visits.is_over(); }});
  if (!end) return std::unexpected(end.error());
  if (auto saved = visits.save(system_clock().now()); !saved) return could_not(saved.error());
  const CaptureResult result{.row = visits.row(),
                             .gaps = visits.gaps(),
                             .outlook = visits.outlook(),
                             .was_stopped = end->was_stopped};
  if (is_json) session.out.write(to_json(result) + "\n");
  if (!is_json)
    for (const std::string& line : capture_words(result)) session.out.write(line + "\n");
  if (result.row.end == CaptureEnd::nothing_visited) return could_not("no page could be visited");
  return {};
}

}  // namespace freshet
