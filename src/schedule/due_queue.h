// A priority queue of pages by the time at which they are due.
//
// A check is made when its worth exceeds a price that the budget sets. The worth of a page only
// grows until its next check, so the time at which it exceeds the price is known beforehand; pages
// wait in a heap ordered by these times, and the next one costs O(log n).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "predict/rate.h"

namespace freshet {

// Returns the days after a check at which the next one is worth `price`, given the distribution of
// the rate. None if that is never: the page changes too fast, or too seldom for `days_max`.
std::optional<double> days_until_worth(const RateWeights& belief, double price, double days_max);

// A heap with the position of each page, so that a page can be moved when its estimate changes.
// Invariant: a page is in the heap at most once.
class DueQueue {
 public:
  struct Entry {
    double due;
    std::uint32_t page;
  };

  explicit DueQueue(std::size_t pages = 0) : place_(pages, kAbsent) {}

  // Makes room for pages up to `pages` - 1.
  void grow(std::size_t pages) {
    if (pages > place_.size()) place_.resize(pages, kAbsent);
  }

  // Inserts or moves the page. `due` is not NaN.
  void set(std::uint32_t page, double due);
  void remove(std::uint32_t page);

  // Removes and returns the page that is due first, if it is due at `now`.
  std::optional<std::uint32_t> take(double now);

  // Returns the page that is due first. The queue must not be empty.
  const Entry& first() const { return heap_.front(); }

  // Returns when a page of the queue is due.
  double due(std::uint32_t page) const { return heap_[place_[page]].due; }

  bool holds(std::uint32_t page) const { return page < place_.size() && place_[page] != kAbsent; }
  std::size_t size() const { return heap_.size(); }
  bool empty() const { return heap_.empty(); }
  std::size_t bytes_of_memory() const {
    return heap_.capacity() * sizeof(Entry) + place_.capacity() * sizeof(std::uint32_t);
  }

  // Returns the number of comparisons so far, to measure the cost of operations.
  std::uint64_t comparisons() const { return comparisons_; }

 private:
  static constexpr std::uint32_t kAbsent = 0xffff'ffff;

  bool is_before(std::size_t a, std::size_t b);
  void put(std::size_t at, Entry entry);
  void rise(std::size_t at);
  void sink(std::size_t at);

  std::vector<Entry> heap_;
  std::vector<std::uint32_t> place_;  // of each page in the heap
  std::uint64_t comparisons_ = 0;
};

// Returns the price at which pages checked whenever their worth exceeds it take `checks_per_day`
// together.
double price_of_budget(std::span<const RateWeights> beliefs, double checks_per_day,
                       double days_max);

}  // namespace freshet
