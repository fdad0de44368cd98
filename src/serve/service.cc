#include "serve/service.h"

#include <utility>

#include "base/log.h"
#include "serve/capture_work.h"
#include "store/archive_writer.h"

namespace freshet {

Service::Service(EventLoop& events, Disk& disk, Clock& clock, ServiceOptions options,
                 JobBoard& jobs, LiveState& live)
    : events_(events),
      disk_(disk),
      clock_(clock),
      options_(std::move(options)),
      jobs_(jobs),
      live_(live),
      platform_(disk, clock, events, options_.platform) {}

void Service::run() {
  look();
  while (!is_stopping_) {
    Status done = make_archive();
    if (done && capture_)
      done = run_capture(*std::exchange(capture_, std::nullopt));
    else if (done)
      done = run_pages();
    // The run has left timers.
    events_.drop_calls();
    look();
    if (done) continue;
    log(LogLevel::error, done.error().message);
    live_.set_doing("waiting", done.error().message);
    pause(kRetry);
  }
  if (capture_)
    if (auto kept = jobs_.put_back(capture_->id); !kept) log(LogLevel::error, kept.error().message);
}

// A server may begin with nothing: its first watch or job brings the first page.
Status Service::make_archive() {
  if (disk_.exists(catalog_file(options_.run.directory))) return {};
  auto writer = ArchiveWriter::open(disk_, options_.run.directory, clock_, Random::from_system(),
                                    options_.run.archive);
  if (!writer) return std::unexpected(writer.error());
  return (*writer)->close();
}

Status Service::run_pages() {
  live_.set_doing("opening");
  auto session = options_.open_session();
  if (!session) return std::unexpected(session.error());
  auto pages = PageRun::open(platform_, *std::move(session), options_.run, options_.scope, jobs_,
                             live_, options_.listener);
  if (!pages) return std::unexpected(pages.error());
  pages_ = *std::move(pages);
  live_.set_doing("refreshing");
  live_.set_ready(true);
  options_.reopened();
  pages_->start();
  events_.run(Tick::max(), [this] { return pages_->is_done(); });
  const Status finished = pages_->finish();
  pages_.reset();
  return finished;
}

Status Service::run_capture(const JobView& job) {
  live_.set_doing("capturing");
  auto session = options_.open_session();
  if (!session) {
    // The job is tried again when the archive can be opened.
    if (auto kept = jobs_.put_back(job.id); !kept) return kept;
    return std::unexpected(session.error());
  }
  return run_capture_job({.platform = platform_,
                          .events = events_,
                          .jobs = jobs_,
                          .live = live_,
                          .options = options_.run,
                          .is_stopping = is_stopping_},
                         *session, job);
}

void Service::look() {
  events_.after(kLookEvery, [this] { look(); });
  if (options_.is_alive) options_.is_alive();
  if (!pages_) return;
  while (!capture_ && !is_stopping_) {
    const auto job = jobs_.take(clock_.now());
    if (!job) break;
    if (job->order.kind != JobKind::capture) {
      pages_->begin(*job);
      continue;
    }
    capture_ = job;
    pages_->stop();
  }
  pages_->look();
}

void Service::stop() {
  is_stopping_ = true;
  if (pages_) pages_->stop();
}

void Service::change_plan(const CrawlPlan& plan) {
  options_.run.plan = plan;
  if (pages_) pages_->change_plan(plan);
}

// Nothing else is under way.
void Service::pause(Duration duration) {
  events_.run(events_.tick() + duration, [this] { return is_stopping_; });
}

}  // namespace freshet
