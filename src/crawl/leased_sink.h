// The sink of one visit: adds the fence of the visit's lease to all its results. If the lease is
// lost meanwhile, the catalog drops the results that it fences.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "crawl/sink.h"

namespace freshet {

class LeasedSink final : public Sink {
 public:
  // `sink` must outlive it.
  LeasedSink(Sink& sink, std::optional<LeaseFence> lease) : sink_(sink), lease_(std::move(lease)) {}

  void keep(Kept kept) override {
    kept.news.fence = lease_;
    if (kept.observation) kept.observation->fence = lease_;
    sink_.keep(std::move(kept));
  }
  void tell(FrontierNews news) override {
    news.fence = lease_;
    sink_.tell(std::move(news));
  }
  void note(Observation observation) override {
    observation.fence = lease_;
    sink_.note(std::move(observation));
  }
  void when_acknowledged(std::function<void()> then) override {
    sink_.when_acknowledged(std::move(then));
  }
  void flush_soon() override { sink_.flush_soon(); }

 private:
  Sink& sink_;
  const std::optional<LeaseFence> lease_;
};

}  // namespace freshet
