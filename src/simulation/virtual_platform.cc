#include "simulation/virtual_platform.h"

#include <optional>
#include <utility>
#include <vector>

namespace freshet {
namespace {

bool is_cut(const warc::Exchange& exchange) {
  return exchange.truncated != warc::Truncation::none &&
         exchange.truncated != warc::Truncation::length;
}

// A sink on the only thread; it commits by count and by time, like the real one.
class VirtualSink final : public RunSink {
 public:
  using OnAcknowledged = std::function<void(const std::string& url, Time time)>;

  VirtualSink(ArchiveWriter& writer, ObservationRecorder* recorder, Events& events,
              const SinkThreadOptions& options, SinkNews news, OnAcknowledged on_acknowledged,
              SinkTotals& totals)
      : sink_(writer, recorder),
        events_(events),
        options_(options),
        news_(std::move(news)),
        on_acknowledged_(std::move(on_acknowledged)),
        totals_(totals) {}

  void keep(Kept kept) override {
    if (on_acknowledged_ && !is_cut(kept.exchange))
      unacknowledged_.emplace_back(kept.exchange.url, kept.exchange.time);
    after(sink_.keep(std::move(kept)));
  }
  void tell(FrontierNews news) override { after(sink_.tell(std::move(news))); }
  void note(Observation observation) override { after(sink_.note(observation)); }
  void when_acknowledged(std::function<void()> then) override {
    // Never from within this call.
    sink_.when_acknowledged([this, then = std::move(then)] { events_.at(events_.tick(), then); });
    after({});
  }
  void flush_soon() override {
    events_.at(events_.tick(), [this] { commit(); });
  }
  Status finish() override {
    commit();
    return status_;
  }

 private:
  void after(const Status& done) {
    if (!done) return fail(done.error());
    if (sink_.pending() >= options_.batch_pages) return commit();
    if (is_timed_) return;
    is_timed_ = true;
    events_.after(options_.batch_time, [this] {
      is_timed_ = false;
      commit();
    });
  }
  void commit() {
    if (!status_) return;
    const Status done = sink_.commit();
    totals_ = sink_.totals();
    if (!done) return fail(done.error());
    for (const auto& [url, time] : std::exchange(unacknowledged_, {})) on_acknowledged_(url, time);
    news_.links_changed(sink_.take_changed_partitions());
  }
  void fail(const Error& error) {
    if (!status_) return;
    status_ = std::unexpected(error);
    news_.failed(error);
  }

  ArchiveSink sink_;
  Events& events_;
  const SinkThreadOptions options_;
  const SinkNews news_;
  const OnAcknowledged on_acknowledged_;
  SinkTotals& totals_;
  Status status_;
  std::vector<std::pair<std::string, Time>> unacknowledged_;
  bool is_timed_ = false;
};

// Judges on the only thread, as an event of its own: a visit waits for it as for a thread, and can
// be stopped or killed meanwhile.
class VirtualJudges final : public Judges {
 public:
  VirtualJudges(Archive& archive, Clock& clock, const CrawlPlan& plan, Events& events,
                Duration takes)
      : judge_(std::make_shared<PageJudge>(archive, clock, plan)), events_(events), takes_(takes) {}

  void judge(JudgeQuestion question, std::function<void(Observation)> done) override {
    auto asked = std::make_shared<JudgeQuestion>(std::move(question));
    events_.after(takes_, [asked, done = std::move(done), judge = std::weak_ptr(judge_)] {
      if (const auto living = judge.lock()) done(living->judge(std::move(*asked)));
    });
  }

 private:
  std::shared_ptr<PageJudge> judge_;  // shared with nobody; events ask if it lives
  Events& events_;
  const Duration takes_;
};

// Loops that share the thread, one reader of the archive and one judge.
class VirtualWorkers final : public Workers {
 public:
  VirtualWorkers(Archive archive, CrawlPlan plan, Post post, const WebInTime& web,
                 Duration judging_takes)
      : archive_(std::move(archive)),
        plan_(std::move(plan)),
        post_(std::move(post)),
        judges_(archive_, web.clock, plan_, web.events, judging_takes) {}

  void open(const WebInTime& web, const WorkerTools& tools, std::size_t loops) {
    const LoopWorld world{.events = web.events,
                          .clock = web.clock,
                          .web = web.web,
                          .resolver = web.resolver,
                          .archive = archive_,
                          .judges = judges_};
    for (std::size_t i = 0; i < loops; ++i)
      loops_.push_back(
          std::make_unique<VisitLoop>(visit_tools(world, tools, plan_, tools.warn), post_));
  }

  void start() override {}
  std::vector<LoopHandle> handles() override {
    std::vector<LoopHandle> handles;
    for (auto& loop : loops_) handles.push_back({.loop = loop.get(), .post = post_});
    return handles;
  }
  void change_plan(const CrawlPlan& plan) override { plan_ = plan; }
  std::vector<LoopView> views() override {
    std::vector<LoopView> views;
    for (const auto& loop : loops_) views.push_back(loop->view());
    return views;
  }
  void end() override {}

 private:
  Archive archive_;
  CrawlPlan plan_;
  Post post_;
  VirtualJudges judges_;
  std::vector<std::unique_ptr<VisitLoop>> loops_;
};

}  // namespace

Post VirtualPlatform::post() {
  return [&events = web_.events](std::function<void()> what) {
    events.at(events.tick(), std::move(what));
  };
}

std::unique_ptr<RunSink> VirtualPlatform::open_sink(ArchiveWriter& writer,
                                                    ObservationRecorder* recorder,
                                                    const SinkThreadOptions& options,
                                                    SinkNews news) {
  return std::make_unique<VirtualSink>(writer, recorder, web_.events, options, std::move(news),
                                       options_.on_acknowledged, kept_);
}

Result<std::unique_ptr<Workers>> VirtualPlatform::open_workers(const WorkerTools& tools,
                                                               const CrawlPlan& plan) {
  auto archive = Archive::open(disk_, tools.directory, tools.vfs);
  if (!archive) return std::unexpected(archive.error());
  auto workers = std::make_unique<VirtualWorkers>(*std::move(archive), plan, post(), web_,
                                                  options_.judging_takes);
  workers->open(web_, tools, options_.loops);
  return workers;
}

}  // namespace freshet
