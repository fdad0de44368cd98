#include "cli/demo_month.h"

#include <fmt/format.h>

#include "app/report.h"
#include "cli/archive_access.h"
#include "cli/progress.h"
#include "report/report_html.h"
#include "simulation/refresh_run.h"

namespace freshet {
namespace {

constexpr int kDays = 30;
constexpr double kChecksPerPage = 0.2;  // a day

// The report of the archive as it is at the end, beside its files.
Result<std::string> write_report(const std::string& directory, const CrawlPlan& plan, Time now) {
  auto session = ArchiveSession::open(system_disk(), system_clock(), directory, {.plan = plan});
  if (!session) return std::unexpected(session.error());
  const auto report = make_report(*session, {.at = now});
  if (!report) return std::unexpected(report.error());
  std::string file = directory + "/report.html";
  const auto written =
      replace_file(system_disk(), file, report_html(report->report, "the made-up web"));
  if (!written) return std::unexpected(written.error());
  return file;
}

}  // namespace

std::expected<DemoMonth, Failure> live_a_month(const Session& session, const WorldPlan& world,
                                               const CrawlPlan& plan,
                                               const std::string& directory) {
  Progress progress(session, "a month of refreshing");
  const Time began = system_clock().now();
  SimulatedWeb web(world, {}, {}, began);
  RefreshRunOptions options;
  options.plan = plan;
  options.budget = kChecksPerPage;
  options.time = std::chrono::days(kDays);
  options.is_crawled = true;
  options.each_call = [&] {
    const auto day = std::chrono::duration_cast<std::chrono::days>(web.clock.now() - began);
    progress.tell_line(
        fmt::format("day {} of {}, {} requests", day.count() + 1, kDays, web.web.requests()));
  };
  RefreshRunResult done = run_refresh(web, system_disk(), directory, options);
  progress.clear();
  if (!done.status) return could_not(done.status.error());
  auto report = write_report(directory, plan, began + options.time);
  if (!report) return could_not(report.error());
  return DemoMonth{.counts = done.counts,
                   .fresh = done.fresh,
                   .uniform_fresh = done.uniform_fresh,
                   .oracle_fresh = done.oracle_fresh,
                   .pages = done.pages,
                   .report = *std::move(report)};
}

}  // namespace freshet
