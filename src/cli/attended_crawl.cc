#include "cli/attended_crawl.h"

#include <signal.h>

#include <memory>
#include <utility>

#include "app/crawl_events.h"
#include "base/escape.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/crawl_words.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include "web/event_loop.h"

namespace freshet {
namespace {

class Attendant {
 public:
  Attendant(const Session& session, AttendedCrawl attended)
      : session_(session), attended_(std::move(attended)), progress_(session, attended_.doing) {}

  std::expected<CrawlEnd, Failure> run() {
    const std::string directory = attended_.run.directory;
    const std::size_t seed_count = attended_.job.seeds().size();
    auto events = EventLoop::open();
    if (!events) return could_not(events.error());
    events_ = *std::move(events);
    auto signals = Signals::open(*events_, [this](int number) { signalled(number); });
    if (!signals) return could_not(signals.error());
    signals_ = *std::move(signals);
    platform_ =
        std::make_unique<RealPlatform>(system_disk(), system_clock(), *events_, attended_.platform);
    auto crawl = Run::open(*platform_, attended_.job, attended_.run, watcher());
    if (!crawl) return failure_of(crawl.error());
    crawl_ = std::move(*crawl);
    if (attended_.is_json) say(started_event(*crawl_, directory, seed_count));
    if (crawl_->goes_on()) log(LogLevel::info, "resuming the crawl of this archive");
    crawl_->start();
    events_->run(Tick::max(), [this] {
      if (attended_.is_over && attended_.is_over()) crawl_->stop(RunCause::nothing_left);
      return crawl_->is_done();
    });
    const Status finished = crawl_->finish();
    progress_.clear();
    if (!finished) return could_not(finished.error());
    return sum_up(directory);
  }

 private:
  RunWatcher watcher() {
    return {.progress =
                [this](const RunView& view) {
                  if (attended_.is_json)
                    say(progress_event(view));
                  else
                    progress_.tell_line(attended_.progress ? attended_.progress()
                                                           : progress_words(view));
                },
            .visit_ended =
                [this](const Host& host, const VisitReport& visit) {
                  if (attended_.is_json) say(host_ended_event(host, visit));
                  log(LogLevel::debug, "host ended",
                      {{"host", host.key()},
                       {"state", code_of(visit.state)},
                       {"why", visit.why.sentence()}});
                },
            .warning = [this](const std::string& sentence) { warn(sentence); }};
  }

  void warn(const std::string& sentence) {
    progress_.clear();
    if (attended_.is_json) say(warning_event(sentence));
    log(LogLevel::warning, sentence);
  }

  void say(const std::string& event) {
    session_.out.write(event + "\n");
    session_.out.flush();
    // The reader of the events has left, so there is nobody to crawl for.
    if (crawl_ && !session_.out.arrived()) crawl_->stop(RunCause::nobody_listens);
  }

  void signalled(int number) {
    if (!crawl_) return;
    if (number == SIGHUP) return read_again();
    progress_.clear();
    log(LogLevel::info, "stopping; a second signal ends the crawl at once");
    Signals::let_them_end_us();
    was_stopped_ = true;
    crawl_->stop(RunCause::told_to_stop);
  }

  void read_again() {
    if (!attended_.read_again) return;
    progress_.clear();
    const auto plan = attended_.read_again();
    if (!plan) return warn("the settings stay as they are: " + plan.error().sentence);
    crawl_->change_plan(*plan);
    log(LogLevel::info,
        "reloaded: log.level, fetch.*, traps.*, [host], and of crawl.* delay, burst, "
        "crawl_delay_max, connections, bandwidth, pages, depth, level_pages, redirects, tries, "
        "slice, memory, disk_reserve");
  }

  std::expected<CrawlEnd, Failure> sum_up(const std::string& directory) const {
    auto archive = Archive::open(system_disk(), directory);
    if (!archive) return could_not(archive.error());
    auto summary = summarise_crawl(archive->catalog(), 0);
    if (!summary) return could_not(summary.error());
    return CrawlEnd{.view = crawl_->view(),
                    .summary = *std::move(summary),
                    .outcome = crawl_->outcome().sentence(),
                    .was_stopped = was_stopped_};
  }

  const Session& session_;
  AttendedCrawl attended_;
  Progress progress_;
  bool was_stopped_ = false;
  std::unique_ptr<EventLoop> events_;
  std::unique_ptr<Signals> signals_;
  std::unique_ptr<RealPlatform> platform_;
  std::unique_ptr<Run> crawl_;
};

}  // namespace

std::expected<CrawlEnd, Failure> attend(const Session& session, AttendedCrawl crawl) {
  return Attendant(session, std::move(crawl)).run();
}

}  // namespace freshet
