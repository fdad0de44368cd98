// The world in which a run takes place: clock, disk, network and threads. One is real
// (real_platform.h), one is simulated (simulation/virtual_platform.h), and the run cannot tell them
// apart.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "base/memory_pool.h"
#include "base/random.h"
#include "base/time.h"
#include "crawl/host_queue.h"
#include "crawl/judges.h"
#include "crawl/observation.h"
#include "crawl/plan.h"
#include "crawl/scope.h"
#include "crawl/shared_limits.h"
#include "crawl/sink.h"
#include "crawl/sink_thread.h"
#include "crawl/traffic.h"
#include "crawl/visit_loop.h"
#include "store/archive_writer.h"
#include "web/events.h"

namespace freshet {

// The services that the visits of a run share. All of them outlive the workers.
struct WorkerTools {
  Sink& sink;
  Traffic& traffic;
  SharedLimits& shared;
  Scope& scope;
  MemoryPool& links;   // for waiting links
  MemoryPool& bodies;  // for bodies on their way in
  std::string directory;
  std::string vfs = {};  // for tests: SQLite's name of the file layer
  Time crawl_began;
  Time run_began;
  std::int64_t crawl_id = 0;
  bool wants_observations = false;
  std::function<void(const std::string&)> warn = {};  // on the thread of the host queue
};

// The objects that belong to one loop. All of them outlive the visits of the loop.
struct LoopWorld {
  Events& events;
  Clock& clock;
  Web& web;
  Resolver& resolver;
  Archive& archive;
  Judges& judges;
};

// Returns the tools of the visits of one loop. The plan outlives them.
VisitTools visit_tools(const LoopWorld& world, const WorkerTools& tools, const CrawlPlan& plan,
                       std::function<void(const std::string&)> warn);

// The loops on which hosts are visited. Its functions are called by the thread of the host queue.
class Workers {
 public:
  virtual ~Workers() = default;  // visits under way are broken off

  virtual void start() = 0;
  virtual std::vector<LoopHandle> handles() = 0;
  // Visits that begin from now on follow this plan.
  virtual void change_plan(const CrawlPlan& plan) = 0;
  // Returns the last known views of the loops and requests newer ones.
  virtual std::vector<LoopView> views() = 0;
  // Ends the threads when what runs on them has returned.
  virtual void end() = 0;
};

class RunSink : public Sink {
 public:
  // Writes and commits all that was handed over. Nobody may hand over more.
  virtual Status finish() = 0;
};

class Platform {
 public:
  virtual ~Platform() = default;

  virtual Disk& disk() = 0;
  virtual Clock& clock() = 0;
  virtual Events& events() = 0;  // of the host queue
  virtual Post post() = 0;       // to the thread of these events
  virtual Random random() = 0;

  virtual std::unique_ptr<RunSink> open_sink(ArchiveWriter& writer, ObservationRecorder* recorder,
                                             const SinkThreadOptions& options, SinkNews news) = 0;
  virtual Result<std::unique_ptr<Workers>> open_workers(const WorkerTools& tools,
                                                        const CrawlPlan& plan) = 0;
  // Returns the number of hosts, at most `wanted`, that this machine can connect to at the same
  // time. Calls `say` with a sentence if they are fewer.
  virtual std::size_t connections(std::size_t wanted,
                                  const std::function<void(const std::string&)>& say) = 0;
};

}  // namespace freshet
