// Counts the results of all loops on their way to the sink, and reports when a limit of the whole
// crawl is reached.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

#include "base/time.h"
#include "crawl/run_outcome.h"
#include "crawl/sink.h"

namespace freshet {

// Limits of one run of a crawl over all hosts; 0: no limit.
struct CrawlLimits {
  std::uint64_t pages = 0;
  std::uint64_t bytes = 0;
  Duration time{};
};

// Thread-safe.
class Meter final : public Sink {
 public:
  // `sink` must outlive it. `at_limit` is called once, by the thread that reaches the limit.
  // Pending requests are still kept, so the limit may be exceeded by one answer per visit.
  Meter(Sink& sink, const CrawlLimits& limits, std::function<void(RunCause why)> at_limit)
      : sink_(sink), limits_(limits), at_limit_(std::move(at_limit)) {}

  void keep(Kept kept) override;
  void tell(FrontierNews news) override { sink_.tell(std::move(news)); }
  void note(Observation observation) override { sink_.note(std::move(observation)); }
  void when_acknowledged(std::function<void()> then) override {
    sink_.when_acknowledged(std::move(then));
  }
  void flush_soon() override { sink_.flush_soon(); }

  std::uint64_t answers() const { return answers_.load(std::memory_order_relaxed); }
  std::uint64_t pages() const { return pages_.load(std::memory_order_relaxed); }
  std::uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  Sink& sink_;
  const CrawlLimits limits_;
  const std::function<void(RunCause)> at_limit_;
  std::atomic<std::uint64_t> answers_ = 0;
  std::atomic<std::uint64_t> pages_ = 0;
  std::atomic<std::uint64_t> bytes_ = 0;
  std::atomic<bool> is_reached_ = false;
};

}  // namespace freshet
