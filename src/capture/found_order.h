// The order of visits for pages that are found only while the capture runs, by what is known of
// them before their first request (coherence/online_plan.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>

#include "base/time.h"
#include "coherence/online_plan.h"
#include "crawl/visit/page_order.h"

namespace freshet {

// Keeps the rates that sitemaps gave from one visit of a host to the next, since sitemaps are read
// once. Not thread-safe.
class FoundOrder final : public PageOrder {
 public:
  // `rate_of` returns changes per day; negative: unknown.
  explicit FoundOrder(std::function<double(const WaitingPage&)> rate_of)
      : rate_of_(std::move(rate_of)), plan_(Duration{}) {}

  // Begins a visit, which numbers its pages anew; requests are `slot` apart.
  void begin_visit(Duration slot) { plan_ = OnlinePlan(slot); }

  void add(const WaitingPage& page) override;
  std::optional<LinkNumber> next() override { return plan_.next(); }

 private:
  std::function<double(const WaitingPage&)> rate_of_;
  OnlinePlan plan_;
  std::unordered_map<std::uint64_t, double> rates_;  // by hash64 of the URLs that sitemaps date
};

}  // namespace freshet
