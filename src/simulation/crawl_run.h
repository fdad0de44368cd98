// The real crawl loop on the practice world in memory, in virtual time: one run, from opening the
// archive to closing it, or to the fault that ends it. Design: docs/design/simulation.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "base/random.h"
#include "crawl/archive_sink.h"
#include "crawl/host_queue.h"
#include "crawl/plan.h"
#include "crawl/refresher.h"
#include "crawl/scope.h"
#include "engine/job.h"
#include "practice/practice_web.h"
#include "practice/world.h"
#include "simulation/virtual_platform.h"
#include "store/archive.h"
#include "store/archive_writer.h"
#include "web/virtual_events.h"

namespace freshet {

// The world and its time, which continues from one run to the next.
struct SimulatedWeb {
  SimulatedWeb(const WorldPlan& plan, PracticeWebOptions web_options = {},
               PracticeResolverOptions resolver_options = {}, std::optional<Time> now = {})
      : world(plan),
        clock(events, now.value_or(plan.began + std::chrono::days(30))),
        web(world, events, clock, std::move(web_options)),
        resolver(world, events, std::move(resolver_options)) {}

  VirtualEvents events;
  World world;
  VirtualClock clock;
  PracticeWeb web;
  PracticeResolver resolver;
};

struct CrawlRunOptions {
  CrawlPlan plan = {};
  ScopeRules scope = {.kind = ScopeKind::everything};
  std::vector<std::string> seeds = {};
  std::size_t loops = 2;
  ArchiveOptions archive = {};
  std::uint64_t random_seed = 1;
  Duration judging_takes{0};  // from a check's answer to its judgement
  // Asked after each call; true ends the run like kill -9.
  std::function<bool()> is_killed = [] { return false; };
  // Asked after each call; true stops the run like SIGTERM.
  std::function<bool()> is_stopped = [] { return false; };
  Tick until = Tick::max();
  bool watches_disk = false;  // check free space every second
  // Called for every answer when it is acknowledged, unless it was cut.
  std::function<void(const std::string& url, Time time)> on_acknowledged = {};
  ObservationRecorder* recorder = nullptr;  // receives the observations of pages
  Refresher* refresher = nullptr;           // chooses the known pages to check
  Job* job = nullptr;                       // in place of a crawl or a refresh
};

struct CrawlRunResult {
  Status status;  // of the archive and the catalog
  bool was_killed = false;
  bool is_done = false;  // the crawl ended or was stopped
  bool was_stopped = false;
  QueueTotals totals = {};
  SinkTotals kept = {};
  std::size_t links_peak = 0;  // peak of the bytes of waiting links, of all visits
};

CrawlRunResult run_crawl(const WebInTime& web, Disk& disk, const std::string& directory,
                         const CrawlRunOptions& options);

inline CrawlRunResult run_crawl(SimulatedWeb& web, Disk& disk, const std::string& directory,
                                const CrawlRunOptions& options) {
  return run_crawl(WebInTime{web.events, web.clock, web.web, web.resolver}, disk, directory,
                   options);
}

}  // namespace freshet
