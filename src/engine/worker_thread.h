// One of the threads on which hosts are visited: its own events, connections, names, reader of the
// archive, judge and copy of the plan.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "base/disk.h"
#include "base/error.h"
#include "base/time.h"
#include "crawl/host_queue.h"
#include "crawl/plan.h"
#include "crawl/visit_loop.h"
#include "engine/judge_thread.h"
#include "engine/platform.h"
#include "store/archive.h"
#include "web/ares_resolver.h"
#include "web/curl_web.h"
#include "web/event_loop.h"

namespace freshet {

// The objects that the threads share. Those held by reference outlive the threads.
struct WorkerWorld {
  Disk& disk;
  Clock& clock;
  const EventLoop& events;  // of the host queue; all threads count ticks as it does
  Post to_queue;
  CurlWebOptions web = {};
  AresResolverOptions resolver = {};
};

// Its functions are called by the thread of the host queue.
class WorkerThread {
 public:
  static Result<std::unique_ptr<WorkerThread>> open(const WorkerWorld& world,
                                                    const WorkerTools& tools,
                                                    const CrawlPlan& plan);
  ~WorkerThread() { end(); }
  WorkerThread(const WorkerThread&) = delete;
  WorkerThread& operator=(const WorkerThread&) = delete;

  void start();
  LoopHandle handle();

  // Visits that begin from now on follow this plan.
  void change_plan(const CrawlPlan& plan);

  // `then` is called by way of `to_queue`.
  void ask_view(std::function<void(LoopView)> then);

  // Ends the thread when what runs on it has returned; its visits are broken off.
  void end();

 private:
  WorkerThread(const WorkerWorld& world, const CrawlPlan& plan)
      : to_queue_(world.to_queue), plan_(plan) {}
  Status open_parts(const WorkerWorld& world, const WorkerTools& tools);

  const Post to_queue_;
  CrawlPlan plan_;  // of the thread, once it runs, as all that follows
  std::unique_ptr<EventLoop> events_;
  std::unique_ptr<Web> web_;
  std::unique_ptr<Resolver> resolver_;
  std::optional<Archive> archive_;
  std::unique_ptr<JudgeThread> judges_;
  std::unique_ptr<VisitLoop> visits_;
  bool is_ending_ = false;

  std::thread thread_;
};

}  // namespace freshet
