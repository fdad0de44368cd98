// One of the threads on which hosts are visited: its own events, connections, names, reader of the
// archive and copy of the plan.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "base/disk.h"
#include "base/error.h"
#include "base/time.h"
#include "crawl/host_queue.h"
#include "crawl/plan.h"
#include "crawl/visit_loop.h"
#include "store/archive.h"
#include "web/ares_resolver.h"
#include "web/curl_web.h"
#include "web/event_loop.h"

namespace freshet {

// All that is named by reference is shared by the loops, and outlives them.
struct CrawlLoopTools {
  Disk& disk;
  Clock& clock;
  Sink& sink;
  Traffic& traffic;
  Courtesy& courtesy;
  Scope& scope;
  Post to_queue;
  const EventLoop& events;  // of the host queue; all loops count ticks as it does
  std::string directory;    // of the archive
  Time crawl_began;
  Time run_began;
  std::int64_t crawl_id = 0;
  bool wants_sightings = false;
  MemoryPool* links = nullptr;
  std::function<void(const std::string&)> warn = {};  // on the thread of the host queue
  CurlWebOptions web = {};
  AresResolverOptions resolver = {};
};

// Its functions are called by the thread of the host queue.
class CrawlLoop {
 public:
  static Result<std::unique_ptr<CrawlLoop>> open(const CrawlLoopTools& tools,
                                                 const CrawlPlan& plan);
  ~CrawlLoop() { end(); }
  CrawlLoop(const CrawlLoop&) = delete;
  CrawlLoop& operator=(const CrawlLoop&) = delete;

  void start();
  LoopHandle handle();

  // Visits that begin from now on go by this plan.
  void change_plan(const CrawlPlan& plan);

  // `then` is called by way of `to_queue`.
  void ask_view(std::function<void(LoopView)> then);

  // Ends the thread when what runs on it has returned; its visits are broken off.
  void end();

 private:
  CrawlLoop(const CrawlLoopTools& tools, const CrawlPlan& plan)
      : to_queue_(tools.to_queue), plan_(plan) {}
  Status open_parts(const CrawlLoopTools& tools);

  const Post to_queue_;
  CrawlPlan plan_;  // of the thread, once it runs, as all that follows
  std::unique_ptr<EventLoop> events_;
  std::unique_ptr<Web> web_;
  std::unique_ptr<Resolver> resolver_;
  std::optional<Archive> archive_;
  std::unique_ptr<VisitLoop> visits_;
  bool is_ending_ = false;

  std::thread thread_;
};

}  // namespace freshet
