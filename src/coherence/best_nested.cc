#include "coherence/best_nested.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "coherence/plan.h"
#include "coherence/planned_rate.h"

namespace freshet {
namespace {

constexpr std::size_t kRefinement = 4;  // groups of one division in one of the coarser
constexpr std::size_t kBand = 12;       // choices looked at to each side of the coarser path

// Groups of neighbours by falling rate, of equal size as far as n allows.
struct Division {
  std::vector<double> rates;  // of the page in the middle of each group
  double group_pages = 1;
  double pages = 0;
  double later = 0;
  double slot_days = 0;

  std::size_t groups() const { return rates.size(); }

  // The probability that a page of `group` is unchanged over the interval of this place, on
  // average.
  double gain(std::size_t group, double place) const {
    return std::exp(-rates[group] * 2 * (later + place) * slot_days);
  }
  double gain_if_promising(std::size_t group, std::size_t promising) const {
    return gain(group, (static_cast<double>(promising) + 0.5) * group_pages - 0.5);
  }
  double gain_if_hopeless(std::size_t group, std::size_t hopeless) const {
    return gain(group, pages - (static_cast<double>(hopeless) + 0.5) * group_pages - 0.5);
  }
};

// The numbers of promising groups that are looked at after `groups` of them.
struct Band {
  std::size_t low = 0;
  std::size_t high = 0;
};

// Returns the band around the path of `labels`.
std::vector<Band> bands_around(std::span<const std::uint8_t> labels, std::size_t half_width) {
  std::vector<Band> bands(labels.size() + 1);
  std::size_t promising = 0;
  for (std::size_t i = 0; i <= labels.size(); ++i) {
    bands[i] = {.low = promising > half_width ? promising - half_width : 0,
                .high = std::min(i, promising + half_width)};
    if (i < labels.size()) promising += labels[i];
  }
  return bands;
}

// The best sums after the groups placed so far, by the number of promising ones from `low` on; and
// for each, if the last group was promising.
struct Column {
  std::vector<double> sums;
  std::vector<std::uint8_t> labels;
};

// Places one more group.
Column next_column(const Division& division, std::size_t group, const Column& before, Band from,
                   Band to) {
  constexpr double kNone = -std::numeric_limits<double>::infinity();
  Column column{.sums = std::vector<double>(to.high - to.low + 1, kNone),
                .labels = std::vector<std::uint8_t>(to.high - to.low + 1, 0)};
  const auto offer = [&](std::size_t promising, double sum, std::uint8_t label) {
    if (promising < to.low || promising > to.high) return;
    const std::size_t at = promising - to.low;
    if (sum <= column.sums[at]) return;
    column.sums[at] = sum;
    column.labels[at] = label;
  };
  for (std::size_t k = from.low; k <= from.high; ++k) {
    const double sum = before.sums[k - from.low];
    offer(k, sum + division.gain_if_hopeless(group, group - k), 0);
    offer(k + 1, sum + division.gain_if_promising(group, k), 1);
  }
  return column;
}

// Returns for each group if it is promising: the best path within the bands.
std::vector<std::uint8_t> best_labels(const Division& division, std::span<const Band> bands) {
  std::vector<std::vector<std::uint8_t>> chosen;
  chosen.reserve(division.groups());
  Column column{.sums = {0}, .labels = {0}};
  for (std::size_t i = 0; i < division.groups(); ++i) {
    column = next_column(division, i, column, bands[i], bands[i + 1]);
    chosen.push_back(column.labels);
  }
  std::size_t k =
      bands.back().low +
      static_cast<std::size_t>(std::ranges::max_element(column.sums) - column.sums.begin());
  std::vector<std::uint8_t> labels(division.groups());
  for (std::size_t i = division.groups(); i-- > 0;) {
    labels[i] = chosen[i][k - bands[i + 1].low];
    k -= labels[i];
  }
  return labels;
}

Division divide(std::span<const double> falling, std::size_t groups, double slot_days,
                std::size_t later) {
  Division division;
  const std::size_t n = falling.size();
  division.group_pages = static_cast<double>(n) / static_cast<double>(groups);
  division.pages = static_cast<double>(n);
  division.later = static_cast<double>(later);
  division.slot_days = slot_days;
  for (std::size_t i = 0; i < groups; ++i)
    division.rates.push_back(falling[(2 * i + 1) * n / (2 * groups)]);
  return division;
}

// Gives each of `count` parts the label of the group in which it lies.
std::vector<std::uint8_t> spread(std::span<const std::uint8_t> labels, std::size_t count) {
  std::vector<std::uint8_t> spread(count);
  for (std::size_t i = 0; i < count; ++i) spread[i] = labels[i * labels.size() / count];
  return spread;
}

}  // namespace

std::vector<std::uint32_t> visits_of(std::span<const std::uint32_t> by_falling_rate,
                                     std::span<const std::uint8_t> is_promising) {
  std::vector<std::uint32_t> visits;
  visits.reserve(by_falling_rate.size());
  for (std::size_t i = 0; i < by_falling_rate.size(); ++i)
    if (is_promising[i] == 0) visits.push_back(by_falling_rate[i]);
  for (std::size_t i = by_falling_rate.size(); i-- > 0;)
    if (is_promising[i] != 0) visits.push_back(by_falling_rate[i]);
  return visits;
}

NestedOrder best_nested_order(std::span<const double> rates, Duration slot, std::size_t later) {
  const std::vector<std::uint32_t> pages = by_falling_rate(rates);
  const std::size_t n = pages.size();
  if (n == 0) return {};
  std::vector<double> falling;
  falling.reserve(n);
  for (const std::uint32_t page : pages) falling.push_back(planned_rate(rates[page]));

  std::size_t groups = std::min(n, kCoarseGroups);
  std::vector<std::uint8_t> labels(groups, 1);
  for (std::size_t half_width = groups;; half_width = kBand) {
    const Division division = divide(falling, groups, days_of(slot), later);
    labels = best_labels(division, bands_around(spread(labels, groups), half_width));
    if (groups >= std::min(n, kFineGroups)) break;
    groups = std::min({groups * kRefinement, n, kFineGroups});
  }
  labels = spread(labels, n);
  return {.visits = visits_of(pages, labels),
          .hopeless = static_cast<std::size_t>(std::ranges::count(labels, 0))};
}

}  // namespace freshet
