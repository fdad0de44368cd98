// A platform in virtual time: one thread runs the queue, the visits and the sink, on a simulated
// web.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "crawl/archive_sink.h"
#include "engine/platform.h"
#include "web/resolver.h"
#include "web/virtual_events.h"
#include "web/web.h"

namespace freshet {

// A simulated web with its time. All members must outlive the platform.
struct WebInTime {
  VirtualEvents& events;
  VirtualClock& clock;
  Web& web;
  Resolver& resolver;
};

class VirtualPlatform final : public Platform {
 public:
  struct Options {
    std::size_t loops = 2;
    std::uint64_t random_seed = 1;
    Duration judging_takes{0};  // from question to judgement
    // Called for every answer when it is acknowledged, unless it was cut.
    std::function<void(const std::string& url, Time time)> on_acknowledged = {};
  };
  VirtualPlatform(const WebInTime& web, Disk& disk, Options options)
      : web_(web), disk_(disk), options_(std::move(options)) {}

  Disk& disk() override { return disk_; }
  Clock& clock() override { return web_.clock; }
  Events& events() override { return web_.events; }
  Post post() override;
  Random random() override { return Random(options_.random_seed); }
  std::unique_ptr<RunSink> open_sink(ArchiveWriter& writer, ObservationRecorder* recorder,
                                     const SinkThreadOptions& options, SinkNews news) override;
  Result<std::unique_ptr<Workers>> open_workers(const WorkerTools& tools,
                                                const CrawlPlan& plan) override;
  std::size_t connections(std::size_t wanted,
                          const std::function<void(const std::string&)>& /*say*/) override {
    return wanted;
  }

  const SinkTotals& kept() const { return kept_; }  // by the run so far

 private:
  WebInTime web_;
  Disk& disk_;
  Options options_;
  SinkTotals kept_;
};

}  // namespace freshet
