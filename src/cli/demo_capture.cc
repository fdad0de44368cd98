#include "cli/demo_capture.h"

#include <fmt/format.h>

#include "app/compare_captures.h"
#include "base/disk.h"
#include "cli/archive_access.h"
#include "cli/progress.h"
#include "report/coherence_html.h"
#include "simulation/capture_run.h"

namespace freshet {
namespace {

constexpr std::uint64_t kSitePages = 150;
constexpr int kChecksBefore = 3;  // of each page, so that its rate is known
constexpr std::string_view kCaptureName = "demo";

// A request a minute: the capture takes five hours, in which some pages change.
constexpr Duration kPaceOfCapture = std::chrono::minutes(1);

WorldPlan changing_site(const WorldPlan& world) {
  WorldPlan site = world;
  site.hosts = 1;
  site.pages = kSitePages;
  site.features.traps = false;
  site.features.misbehaviour = false;
  return site;
}

// Writes the report with the strip beside the files of the archive.
Result<std::string> write_strip(const CaptureRow& row, const std::string& archive,
                                const CrawlPlan& plan) {
  auto session = ArchiveSession::open(system_disk(), system_clock(), archive, {.plan = plan});
  if (!session) return std::unexpected(session.error());
  CoherenceRequest request = request_of_capture(row, ContentRule::judged);
  request.wants_differences = true;
  const auto found = assess_site(*session, row.hosts.front(), request);
  if (!found) return std::unexpected(found.error());
  std::string file = archive + "/coherence.html";
  const auto written = replace_file(system_disk(), file, coherence_html(found->site));
  if (!written) return std::unexpected(written.error());
  return file;
}

}  // namespace

std::expected<DemoCapture, Failure> capture_changing_site(const Session& session,
                                                          const WorldPlan& world, CrawlPlan plan,
                                                          const std::string& directory) {
  plan.pace.delay = kPaceOfCapture;
  plan.requisites = false;
  const std::string archive = directory + "/capture";
  Progress progress(session, "a capture of a site that changes");
  progress.tell_line("learning how often its pages change");
  SimulatedWeb web(changing_site(world), {.keeps_log = false}, {}, system_clock().now());
  const Status learned =
      learn_site(web, system_disk(), archive, plan, kChecksBefore, std::chrono::days(1));
  if (!learned) return could_not(learned.error());
  CaptureRunOptions options;
  options.plan = plan;
  options.name = kCaptureName;
  options.each_call = [&](const CaptureVisits& visits) {
    progress.tell_line(progress_words(visits.view(web.clock.now())));
  };
  CaptureRunResult done = run_capture(web, system_disk(), archive, options);
  progress.clear();
  if (!done.status) return could_not(done.status.error());
  auto report = write_strip(done.row, archive, plan);
  if (!report) return could_not(report.error());
  DemoCapture capture;
  capture.result.row = std::move(done.row);
  capture.result.gaps = std::move(done.gaps);
  capture.archive = archive;
  capture.report = *std::move(report);
  return capture;
}

}  // namespace freshet
