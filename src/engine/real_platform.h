// The real world: an event loop, threads for visits and for the archive, libcurl and c-ares.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/platform.h"
#include "web/ares_resolver.h"
#include "web/curl_web.h"
#include "web/event_loop.h"

namespace freshet {

struct RealPlatformOptions {
  std::size_t loops = 2;  // threads on which hosts are visited
  CurlWebOptions web = {};
  AresResolverOptions resolver = {};
};

class RealPlatform final : public Platform {
 public:
  // Disk, clock and events outlive it.
  RealPlatform(Disk& disk, Clock& clock, EventLoop& events, RealPlatformOptions options);

  Disk& disk() override { return disk_; }
  Clock& clock() override { return clock_; }
  Events& events() override { return events_; }
  Post post() override;
  Random random() override { return Random::from_system(); }
  std::unique_ptr<RunSink> open_sink(ArchiveWriter& writer, ObservationRecorder* recorder,
                                     const SinkThreadOptions& options, SinkNews news) override;
  Result<std::unique_ptr<Workers>> open_workers(const WorkerTools& tools,
                                                const CrawlPlan& plan) override;
  // Raises the limit of open files, and fits the connections to it.
  std::size_t connections(std::size_t wanted,
                          const std::function<void(const std::string&)>& say) override;

 private:
  Disk& disk_;
  Clock& clock_;
  EventLoop& events_;
  RealPlatformOptions options_;
};

}  // namespace freshet
