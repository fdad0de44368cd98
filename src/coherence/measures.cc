#include "coherence/measures.h"

#include <algorithm>

#include "coherence/sweep.h"

namespace freshet {
namespace {

// Returns the coherence of pages at an interval: those that do not cover all of it are errors.
Coherence coherence_at(std::span<const std::optional<Interval>> known, const BestInstant& best) {
  Coherence found;
  if (best.pages > 0) found.instant = best.interval;
  for (const std::optional<Interval>& interval : known) {
    const bool covers = best.pages > 0 && interval && interval->from <= best.interval.from &&
                        best.interval.until <= interval->until;
    found.is_error.push_back(covers ? 0 : 1);
    if (!covers) ++found.errors;
  }
  return found;
}

// The same at the instant that most pages cover.
Coherence best_coherence(std::span<const std::optional<Interval>> known) {
  std::vector<PageInterval> intervals;
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i])
      intervals.push_back({.page = static_cast<std::uint32_t>(i), .interval = *known[i]});
  return coherence_at(known, best_instant(intervals));
}

Interval observed(const DatedVisit& page) {
  if (!page.modified || *page.modified > page.visited) return {page.visited, page.visited};
  return {*page.modified, page.visited};
}

// Returns the instants between all visits and all revisits, if there are any.
std::optional<Interval> between_visits_and_revisits(std::span<const RevisitedPage> pages) {
  Interval between = kAlways;
  for (const RevisitedPage& page : pages) {
    between.from = std::max(between.from, page.visited);
    between.until = std::min(between.until, page.revisited.value_or(page.visited));
  }
  if (pages.empty() || between.until < between.from) return std::nullopt;
  return between;
}

}  // namespace

Coherence coherence_of(std::span<const Interval> invariances) {
  std::vector<std::optional<Interval>> known;
  for (const Interval& each : invariances)
    known.push_back(each.from <= each.until ? std::optional(each) : std::nullopt);
  return best_coherence(known);
}

Coherence observable_coherence(std::span<const DatedVisit> pages) {
  std::vector<std::optional<Interval>> known;
  for (const DatedVisit& page : pages) known.emplace_back(observed(page));
  return best_coherence(known);
}

Coherence measurable_coherence(std::span<const DatedVisit> pages, Time start) {
  std::vector<std::optional<Interval>> known;
  for (const DatedVisit& page : pages) known.emplace_back(observed(page));
  return coherence_at(known, {.interval = {start, start}, .pages = pages.size()});
}

Coherence inducible_coherence(std::span<const RevisitedPage> pages) {
  std::vector<std::optional<Interval>> known;
  for (const RevisitedPage& page : pages) {
    const Time until = page.revisited.value_or(page.visited);
    const bool is_same = !page.revisited || page.revisit_content == page.visit_content;
    known.push_back(is_same && page.visited <= until ? std::optional(Interval{page.visited, until})
                                                     : std::nullopt);
  }
  if (const auto between = between_visits_and_revisits(pages))
    return coherence_at(known, {.interval = *between, .pages = pages.size()});
  return best_coherence(known);
}

}  // namespace freshet
