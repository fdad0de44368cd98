#include "coherence/sweep.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace freshet {
namespace {

// The ends of all intervals, each kind sorted: microseconds since the first of them.
struct SweepEnds {
  Time origin{};
  std::vector<std::uint64_t> begins;
  std::vector<std::uint64_t> ends;
};

constexpr int kDigitBits = 11;
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;

// Sorts by counting digits of kDigitBits, lowest first; in as many passes as the largest number
// needs.
void sort_numbers(std::vector<std::uint64_t>& numbers) {
  std::uint64_t largest = 0;
  for (const std::uint64_t number : numbers) largest = std::max(largest, number);
  std::vector<std::uint64_t> sorted(numbers.size());
  for (int shift = 0; shift < 64 && (largest >> shift) != 0; shift += kDigitBits) {
    std::array<std::size_t, kDigits> places{};
    for (const std::uint64_t number : numbers) ++places[(number >> shift) % kDigits];
    std::size_t place = 0;
    for (std::size_t& count : places) place += std::exchange(count, place);
    for (const std::uint64_t number : numbers)
      sorted[places[(number >> shift) % kDigits]++] = number;
    numbers.swap(sorted);
  }
}

bool comes_before(const PageInterval& a, const PageInterval& b) {
  return a.page < b.page || (a.page == b.page && a.interval.from < b.interval.from);
}

// Calls `use` with each interval cut to `within`; those of a page that touch are one.
template <class Use>
void for_each_apart(std::span<const PageInterval> intervals, Interval within, const Use& use) {
  std::vector<PageInterval> sorted;
  if (!std::ranges::is_sorted(intervals, comes_before)) {
    sorted.assign(intervals.begin(), intervals.end());
    std::ranges::sort(sorted, comes_before);
    intervals = sorted;
  }
  std::optional<PageInterval> open;
  for (const PageInterval& next : intervals) {
    const Interval cut{.from = std::max(next.interval.from, within.from),
                       .until = std::min(next.interval.until, within.until)};
    if (next.interval.until < next.interval.from || cut.until < cut.from) continue;
    if (open && open->page == next.page && cut.from <= open->interval.until) {
      open->interval.until = std::max(open->interval.until, cut.until);
      continue;
    }
    if (open) use(open->interval);
    open = PageInterval{.page = next.page, .interval = cut};
  }
  if (open) use(open->interval);
}

SweepEnds sorted_ends(std::span<const PageInterval> intervals, Interval within) {
  within = {.from = std::max(within.from, kTimeMin), .until = std::min(within.until, kTimeMax)};
  SweepEnds found;
  found.origin = kTimeMax;
  for (const PageInterval& each : intervals)
    found.origin = std::min(found.origin, std::max(each.interval.from, within.from));
  found.begins.reserve(intervals.size());
  found.ends.reserve(intervals.size());
  const auto number = [&](Time time) {
    return static_cast<std::uint64_t>((time - found.origin).count());
  };
  for_each_apart(intervals, within, [&](const Interval& interval) {
    found.begins.push_back(number(interval.from));
    found.ends.push_back(number(interval.until));
  });
  sort_numbers(found.begins);
  sort_numbers(found.ends);
  return found;
}

// Calls `use` with each stretch from the begin of an interval to the next end of one, before which
// no other begins, and the number of intervals that cover it.
template <class Use>
void for_each_peak(const SweepEnds& sorted, const Use& use) {
  const std::vector<std::uint64_t>& begins = sorted.begins;
  const std::vector<std::uint64_t>& ends = sorted.ends;
  const auto time_of = [&](std::uint64_t number) {
    return sorted.origin + Duration{static_cast<Duration::rep>(number)};
  };
  std::size_t ended = 0;
  for (std::size_t begun = 0; begun < begins.size();) {
    while (begun < begins.size() && begins[begun] <= ends[ended]) ++begun;
    use(BestInstant{.interval = {.from = time_of(begins[begun - 1]), .until = time_of(ends[ended])},
                    .pages = begun - ended});
    while (ended < begun && (begun == begins.size() || ends[ended] < begins[begun])) ++ended;
    if (begun == begins.size()) return;
  }
}

}  // namespace

BestInstant best_instant(std::span<const PageInterval> intervals, Interval within) {
  BestInstant best;
  for_each_peak(sorted_ends(intervals, within), [&](const BestInstant& peak) {
    const auto length = [](const BestInstant& of) { return of.interval.until - of.interval.from; };
    if (peak.pages < best.pages || (peak.pages == best.pages && length(peak) < length(best)))
      return;
    best = peak;
  });
  return best;
}

std::vector<BestInstant> coverage_peaks(std::span<const PageInterval> intervals, Interval within) {
  std::vector<BestInstant> peaks;
  for_each_peak(sorted_ends(intervals, within),
                [&](const BestInstant& peak) { peaks.push_back(peak); });
  return peaks;
}

std::vector<std::uint32_t> pages_at(std::span<const PageInterval> intervals, Time instant) {
  std::vector<std::uint32_t> pages;
  for (const PageInterval& each : intervals)
    if (each.interval.contains(instant)) pages.push_back(each.page);
  std::ranges::sort(pages);
  const auto repeated = std::ranges::unique(pages);
  pages.erase(repeated.begin(), repeated.end());
  return pages;
}

void append_intervals(std::uint32_t page, std::span<const Invariance> invariances,
                      std::vector<PageInterval>& intervals) {
  for (const Invariance& each : invariances)
    intervals.push_back({.page = page, .interval = each.interval});
}

}  // namespace freshet
