#include "engine/real_platform.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "crawl/sink_thread.h"
#include "engine/worker_thread.h"
#include "web/open_files.h"

namespace freshet {
namespace {

class ThreadSink final : public RunSink {
 public:
  ThreadSink(ArchiveWriter& writer, ObservationRecorder* recorder, const SinkThreadOptions& options,
             Post post, SinkNews news)
      : thread_(writer, recorder, options, std::move(post), std::move(news)) {}

  void keep(Kept kept) override { thread_.keep(std::move(kept)); }
  void tell(FrontierNews news) override { thread_.tell(std::move(news)); }
  void note(Observation observation) override { thread_.note(std::move(observation)); }
  void when_acknowledged(std::function<void()> then) override {
    thread_.when_acknowledged(std::move(then));
  }
  void flush_soon() override { thread_.flush_soon(); }
  Status finish() override { return thread_.finish(); }

 private:
  SinkThread thread_;
};

class ThreadWorkers final : public Workers {
 public:
  explicit ThreadWorkers(std::vector<std::unique_ptr<WorkerThread>> threads)
      : threads_(std::move(threads)), views_(threads_.size()) {}

  void start() override {
    for (auto& thread : threads_) thread->start();
  }
  std::vector<LoopHandle> handles() override {
    std::vector<LoopHandle> handles;
    for (auto& thread : threads_) handles.push_back(thread->handle());
    return handles;
  }
  void change_plan(const CrawlPlan& plan) override {
    for (auto& thread : threads_) thread->change_plan(plan);
  }
  std::vector<LoopView> views() override {
    for (std::size_t i = 0; i < threads_.size(); ++i)
      threads_[i]->ask_view([this, i](LoopView view) { views_[i] = std::move(view); });
    return views_;
  }
  void end() override {
    for (auto& thread : threads_) thread->end();
  }

 private:
  std::vector<std::unique_ptr<WorkerThread>> threads_;
  std::vector<LoopView> views_;
};

}  // namespace

RealPlatform::RealPlatform(Disk& disk, Clock& clock, EventLoop& events, RealPlatformOptions options)
    : disk_(disk), clock_(clock), events_(events), options_(std::move(options)) {
  options_.loops = std::max<std::size_t>(options_.loops, 1);
}

Post RealPlatform::post() {
  return [&events = events_](std::function<void()> what) { events.post(std::move(what)); };
}

std::unique_ptr<RunSink> RealPlatform::open_sink(ArchiveWriter& writer,
                                                 ObservationRecorder* recorder,
                                                 const SinkThreadOptions& options, SinkNews news) {
  return std::make_unique<ThreadSink>(writer, recorder, options, post(), std::move(news));
}

Result<std::unique_ptr<Workers>> RealPlatform::open_workers(const WorkerTools& tools,
                                                            const CrawlPlan& plan) {
  std::vector<std::unique_ptr<WorkerThread>> threads;
  for (std::size_t i = 0; i < options_.loops; ++i) {
    auto thread = WorkerThread::open({.disk = disk_,
                                      .clock = clock_,
                                      .events = events_,
                                      .to_queue = post(),
                                      .web = options_.web,
                                      .resolver = options_.resolver},
                                     tools, plan);
    if (!thread) return std::unexpected(thread.error());
    threads.push_back(*std::move(thread));
  }
  return std::make_unique<ThreadWorkers>(std::move(threads));
}

// Every connection is an open file, and a host that cannot be connected to for lack of them would
// be waited for in vain.
std::size_t RealPlatform::connections(std::size_t wanted,
                                      const std::function<void(const std::string&)>& say) {
  const std::size_t open = raise_open_file_limit(0).open;
  const OpenFiles files = raise_open_file_limit(open + files_needed(wanted, options_.loops));
  const std::size_t fitting = connections_within(files, wanted, options_.loops);
  if (fitting < wanted)
    say(fmt::format(
        "{} hosts are visited at once, not {}: the system allows {} open files; raise the "
        "hard limit (ulimit -Hn) or lower crawl.connections",
        fitting, wanted, files.limit));
  return fitting;
}

}  // namespace freshet
