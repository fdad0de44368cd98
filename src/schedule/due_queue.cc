#include "schedule/due_queue.h"

#include <cmath>
#include <utility>

#include "base/check.h"
#include "schedule/plain_policies.h"

namespace freshet {
namespace {

constexpr int kDueBisections = 40;

double expected_worth(const RateWeights& belief, double days) {
  double sum = 0;
  for (std::size_t j = 0; j < kRateSteps; ++j)
    sum += static_cast<double>(belief[j]) * check_worth(rate_grid()[j], days);
  return sum;
}

}  // namespace

std::optional<double> days_until_worth(const RateWeights& belief, double price, double days_max) {
  if (expected_worth(belief, days_max) < price) return std::nullopt;
  double low = 0;
  double high = days_max;
  for (int i = 0; i < kDueBisections; ++i) {
    const double middle = (low + high) / 2;
    (expected_worth(belief, middle) < price ? low : high) = middle;
  }
  return high;
}

bool DueQueue::is_before(std::size_t a, std::size_t b) {
  ++comparisons_;
  if (heap_[a].due != heap_[b].due) return heap_[a].due < heap_[b].due;
  return heap_[a].page < heap_[b].page;
}

void DueQueue::put(std::size_t at, Entry entry) {
  heap_[at] = entry;
  place_[entry.page] = static_cast<std::uint32_t>(at);
}

void DueQueue::rise(std::size_t at) {
  while (at > 0) {
    const std::size_t parent = (at - 1) / 2;
    if (!is_before(at, parent)) return;
    const Entry entry = heap_[at];
    put(at, heap_[parent]);
    put(parent, entry);
    at = parent;
  }
}

void DueQueue::sink(std::size_t at) {
  for (;;) {
    std::size_t first = 2 * at + 1;
    if (first >= heap_.size()) return;
    if (first + 1 < heap_.size() && is_before(first + 1, first)) ++first;
    if (!is_before(first, at)) return;
    const Entry entry = heap_[at];
    put(at, heap_[first]);
    put(first, entry);
    at = first;
  }
}

void DueQueue::set(std::uint32_t page, double due) {
  require(page < place_.size(), "the page is one of the queue's");
  require(!std::isnan(due), "a moment is a number");
  if (place_[page] == kAbsent) {
    heap_.push_back({});
    put(heap_.size() - 1, {due, page});
    rise(heap_.size() - 1);
    return;
  }
  const std::size_t at = place_[page];
  const bool is_earlier = due < heap_[at].due;
  heap_[at].due = due;
  if (is_earlier) {
    rise(at);
  } else {
    sink(at);
  }
}

void DueQueue::remove(std::uint32_t page) {
  require(page < place_.size(), "the page is one of the queue's");
  const std::uint32_t at = place_[page];
  if (at == kAbsent) return;
  place_[page] = kAbsent;
  const Entry moved = heap_.back();
  heap_.pop_back();
  if (moved.page == page) return;
  put(at, moved);
  rise(at);
  sink(place_[moved.page]);
}

std::optional<std::uint32_t> DueQueue::take(double now) {
  if (heap_.empty() || heap_[0].due > now) return std::nullopt;
  const std::uint32_t page = heap_[0].page;
  remove(page);
  return page;
}

double price_of_budget(std::span<const RateWeights> beliefs, double checks_per_day,
                       double days_max) {
  const auto spent = [&](double price) {
    double sum = 0;
    for (const RateWeights& belief : beliefs)
      if (const auto days = days_until_worth(belief, price, days_max)) sum += 1 / *days;
    return sum;
  };
  double low = 1e-9;
  double high = 1 / kRateFloor;
  for (int i = 0; i < kDueBisections; ++i) {
    const double middle = std::sqrt(low * high);
    (spent(middle) > checks_per_day ? low : high) = middle;
  }
  return high;
}

}  // namespace freshet
