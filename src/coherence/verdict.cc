#include "coherence/verdict.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace freshet {
namespace {

using Days = std::chrono::duration<double, std::chrono::days::period>;

bool is_rate(std::optional<double> rate) { return rate && *rate >= 0; }

// Returns the probability that a content stood for `distance` of the `gap` in which there was at
// least one change.
double stood_in_gap(double rate, Duration distance, Duration gap) {
  const double all = Days(gap).count();
  const double part = Days(distance).count();
  if (all <= 0) return 0.5;
  const double changed = -std::expm1(-rate * all);
  if (changed <= 0) return 1 - part / all;  // the limit of small rates: uniform in the gap
  return std::clamp((std::exp(-rate * part) - std::exp(-rate * all)) / changed, 0.0, 1.0);
}

// Looks for the instant among the intervals that proofs make.
std::optional<Invariance> proof_at(std::span<const Sighting> by_time, Time instant) {
  for (const Invariance& each : invariance_intervals(by_time, Evidence::proofs))
    if (each.interval.contains(instant)) return each;
  return std::nullopt;
}

// Returns the time between the instant and the exchange.
Duration distance(const Sighting& sighting, Time instant) {
  const Time received = std::max(sighting.sent, sighting.received);
  return std::max({sighting.sent - instant, instant - received, Duration::zero()});
}

// Returns the distance of the nearest proof among the sightings of one content around `index`.
std::optional<Duration> nearest_proof(std::span<const Sighting> by_time, std::size_t index,
                                      Time instant) {
  const auto is_other = [&](const Sighting& s) { return s.content != by_time[index].content; };
  const auto before = by_time.first(index);
  const auto begin = std::find_if(before.rbegin(), before.rend(), is_other).base();
  const auto end =
      std::find_if(by_time.begin() + static_cast<std::ptrdiff_t>(index), by_time.end(), is_other);
  std::optional<Duration> nearest;
  for (auto each = by_time.begin() + (begin - before.begin()); each != end; ++each) {
    if (each->kind == SightKind::same_length) continue;
    const Duration gap = distance(*each, instant);
    if (!nearest || gap < *nearest) nearest = gap;
  }
  return nearest;
}

// Judges by the content of one sighting. `is_hinted`: a later sighting says that it still held.
void judge_beside(std::span<const Sighting> by_time, std::size_t index, Time instant,
                  std::optional<double> rate, bool is_hinted, PageVerdict& found) {
  found.content = by_time[index].content;
  const auto gap = nearest_proof(by_time, index, instant);
  if (!gap) return;
  if (is_rate(rate)) found.probability = unchanged_probability(*rate, *gap);
  if (is_hinted || found.probability >= kProbableMin) found.verdict = Verdict::probable;
}

void judge_between(Time instant, std::optional<double> rate, PageVerdict& found) {
  const Duration to_before = distance(*found.before, instant);
  const Duration to_after = distance(*found.after, instant);
  const double changes = is_rate(rate) ? *rate : 0;
  const double earlier = stood_in_gap(changes, to_before, to_before + to_after);
  const double later = stood_in_gap(changes, to_after, to_before + to_after);
  found.verdict = Verdict::changed;
  found.content = earlier >= later ? found.before->content : found.after->content;
  found.probability = std::max(earlier, later);
}

}  // namespace

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::proven:
      return "proven";
    case Verdict::probable:
      return "probable";
    case Verdict::changed:
      return "changed";
    case Verdict::unknown:
      break;
  }
  return "unknown";
}

double unchanged_probability(double changes_per_day, Duration gap) {
  if (!(changes_per_day >= 0)) return 0;
  if (gap <= Duration::zero()) return 1;
  return std::exp(-changes_per_day * Days(gap).count());
}

PageVerdict judge_at(std::span<const Sighting> by_time, Time instant,
                     std::optional<double> changes_per_day) {
  std::vector<Sighting> sorted;
  if (!std::ranges::is_sorted(by_time, {}, &Sighting::sent)) {
    sorted.assign(by_time.begin(), by_time.end());
    std::ranges::stable_sort(sorted, {}, &Sighting::sent);
    by_time = sorted;
  }
  const auto later = static_cast<std::size_t>(
      std::ranges::upper_bound(by_time, instant, {}, &Sighting::sent) - by_time.begin());
  PageVerdict found;
  if (later > 0) found.before = by_time[later - 1];
  if (later < by_time.size()) found.after = by_time[later];
  if (const auto proof = proof_at(by_time, instant)) {
    found.verdict = Verdict::proven;
    found.content = proof->content;
    found.probability = 1;
    found.proof = proof->interval;
  } else if (found.before && found.after && found.before->content != found.after->content) {
    judge_between(instant, changes_per_day, found);
  } else if (found.before) {
    judge_beside(by_time, later - 1, instant, changes_per_day, found.after.has_value(), found);
  } else if (found.after) {
    judge_beside(by_time, later, instant, changes_per_day, false, found);
  }
  return found;
}

}  // namespace freshet
