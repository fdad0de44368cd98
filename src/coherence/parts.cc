#include "coherence/parts.h"

#include <algorithm>

namespace freshet {
namespace {

// The links of each page, one after the other.
class LinksOfPages {
 public:
  LinksOfPages(std::span<const PageLink> links, std::size_t pages) : begins_(pages + 1, 0) {
    const auto is_inside = [&](const PageLink& link) {
      return link.from < pages && link.to < pages;
    };
    for (const PageLink& link : links)
      if (is_inside(link)) ++begins_[link.from + 1];
    for (std::size_t page = 0; page < pages; ++page) begins_[page + 1] += begins_[page];
    targets_.resize(begins_.back());
    std::vector<std::size_t> next = begins_;
    for (const PageLink& link : links)
      if (is_inside(link)) targets_[next[link.from]++] = link.to;
  }

  std::span<const std::uint32_t> of(std::uint32_t page) const {
    return std::span(targets_).subspan(begins_[page], begins_[page + 1] - begins_[page]);
  }

 private:
  std::vector<std::size_t> begins_;
  std::vector<std::uint32_t> targets_;
};

// Returns the pages that are reached from `home` through pages that cover the instant.
std::vector<std::uint32_t> reached_at(std::span<const PageInterval> intervals, Time instant,
                                      const LinksOfPages& links, std::uint32_t home,
                                      std::size_t pages) {
  std::vector<bool> is_open(pages, false);
  for (const PageInterval& each : intervals)
    if (each.interval.contains(instant)) is_open[each.page] = true;
  std::vector<std::uint32_t> reached;
  const auto enter = [&](std::uint32_t page) {
    if (!is_open[page]) return;
    is_open[page] = false;
    reached.push_back(page);
  };
  enter(home);
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const std::uint32_t target : links.of(reached[i])) enter(target);
  std::ranges::sort(reached);
  return reached;
}

// Returns the intervals of the home page that `within` leaves.
std::vector<Interval> times_of_home(std::span<const PageInterval> intervals, std::uint32_t home,
                                    Interval within) {
  std::vector<Interval> times;
  for (const PageInterval& each : intervals) {
    if (each.page != home) continue;
    const Interval cut{.from = std::max(each.interval.from, within.from),
                       .until = std::min(each.interval.until, within.until)};
    if (cut.from <= cut.until) times.push_back(cut);
  }
  return times;
}

}  // namespace

CoherentPart largest_part(std::span<const PageInterval> intervals, Interval within) {
  const BestInstant best = best_instant(intervals, within);
  if (best.pages == 0) return {};
  return {.pages = pages_at(intervals, best.instant()), .instant = best.interval};
}

CoherentPart largest_linked_part(std::span<const PageInterval> intervals,
                                 std::span<const PageLink> links, std::uint32_t home,
                                 Interval within) {
  std::size_t pages = std::size_t{home} + 1;
  for (const PageInterval& each : intervals) pages = std::max(pages, std::size_t{each.page} + 1);
  const LinksOfPages links_of(links, pages);
  std::vector<BestInstant> peaks;
  for (const Interval& time : times_of_home(intervals, home, within))
    for (const BestInstant& peak : coverage_peaks(intervals, time)) peaks.push_back(peak);
  std::ranges::stable_sort(peaks, std::ranges::greater{}, &BestInstant::pages);

  CoherentPart best;
  for (std::size_t tried = 0; tried < peaks.size(); ++tried) {
    if (peaks[tried].pages <= best.pages.size()) break;
    if (tried == kLinkedInstantsMax) {
      best.is_exact = false;
      break;
    }
    std::vector<std::uint32_t> reached =
        reached_at(intervals, peaks[tried].instant(), links_of, home, pages);
    if (reached.size() <= best.pages.size()) continue;
    best.pages = std::move(reached);
    best.instant = peaks[tried].interval;
  }
  return best;
}

}  // namespace freshet
