#include "learn/c45_split.h"

#include <cmath>
#include <limits>
#include <utility>

namespace freshet {
namespace {

// No threshold separates values closer than this.
constexpr double kValueTolerance = 1e-5;

// A feature with more values than this share of all rows identifies rows rather than classes; it
// does not count for the average gain.
constexpr double kManyValuesShare = 0.3;

// Tolerance in the comparison with the average gain.
constexpr double kGainTolerance = 1e-3;

std::size_t label_of(const Dataset& rows, const Case& one) {
  return static_cast<std::size_t>(rows.label(one.row));
}

Split split_by_value(const Dataset& rows, std::span<const Case> cases, std::size_t feature,
                     double weight, double leaf_weight_min) {
  const std::size_t values = rows.schema().features[feature].values.size();
  Split split{.feature = feature, .bags = {values, rows.schema().class_count()}};
  for (const Case& one : cases) {
    const double value = rows.value(one.row, feature);
    if (is_missing(value)) continue;
    split.bags.add(static_cast<std::size_t>(value), label_of(rows, one), one.weight);
  }
  if (!split.bags.has_two_bags_of(leaf_weight_min)) return split;
  split.branches = values;
  split.gain = split.bags.gain(weight);
  split.gain_ratio = split.bags.gain_ratio(weight, split.gain);
  return split;
}

// Returns the minimum weight of a branch: a tenth of an even share of a class, within bounds.
double branch_weight_min(double known_weight, std::size_t classes, double leaf_weight_min) {
  constexpr double kMost = 25;
  const double share = 0.1 * known_weight / static_cast<double>(classes);
  if (at_most(share, leaf_weight_min)) return leaf_weight_min;
  return clearly_greater(share, kMost) ? kMost : share;
}

Split split_by_threshold(const Dataset& rows, std::span<const Case> cases, std::size_t feature,
                         double weight, double leaf_weight_min) {
  const std::size_t classes = rows.schema().class_count();
  const auto value = [&](std::size_t i) { return rows.value(cases[i].row, feature); };
  Split split{.feature = feature, .bags = {2, classes}};
  std::size_t known = 0;
  for (; known < cases.size() && !is_missing(value(known)); ++known)
    split.bags.add(1, label_of(rows, cases[known]), cases[known].weight);
  const double enough = branch_weight_min(split.bags.total(), classes, leaf_weight_min);
  if (clearly_less(static_cast<double>(known), 2 * enough)) return split;

  const double before = split.bags.entropy_before();
  std::size_t moved = 0, tried = 0, best = 0;
  double best_gain = 0;
  for (std::size_t next = 1; next < known; ++next) {
    if (!(value(next - 1) + kValueTolerance < value(next))) continue;
    for (; moved < next; ++moved)
      split.bags.move(1, 0, label_of(rows, cases[moved]), cases[moved].weight);
    if (!at_least(split.bags.of_bag(0), enough) || !at_least(split.bags.of_bag(1), enough))
      continue;
    ++tried;
    const double gain = split.bags.gain(weight, before);
    if (!clearly_greater(gain, best_gain)) continue;
    best_gain = gain;
    best = next;
  }
  // Subtracts the cost of encoding the threshold (MDL; Quinlan, 1996).
  if (tried == 0 || best == 0) return split;
  split.gain = best_gain - std::log(static_cast<double>(tried)) / std::log(2.0) / weight;
  if (at_most(split.gain, 0)) return split;

  split.branches = 2;
  split.threshold = (value(best) + value(best - 1)) / 2;
  if (split.threshold == value(best)) split.threshold = value(best - 1);
  split.bags = {2, classes};
  for (std::size_t i = 0; i < known; ++i)
    split.bags.add(i < best ? 0 : 1, label_of(rows, cases[i]), cases[i].weight);
  split.gain_ratio = split.bags.gain_ratio(weight, split.gain);
  return split;
}

double weight_of(std::span<const Case> cases) {
  double sum = 0;
  for (const Case& one : cases) sum += one.weight;
  return sum;
}

void add_unknown(const Dataset& rows, std::span<const Case> cases, std::size_t feature,
                 ClassBags& bags) {
  const std::vector<double> shares = bags.shares();
  for (const Case& one : cases)
    if (is_missing(rows.value(one.row, feature)))
      bags.spread(label_of(rows, one), one.weight, shares);
}

double value_at_or_below(const Dataset& rows, std::size_t feature, double threshold) {
  double best = std::numeric_limits<double>::lowest();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double value = rows.value(i, feature);
    if (!is_missing(value) && clearly_greater(value, best) && at_most(value, threshold))
      best = value;
  }
  return best;
}

}  // namespace

Split split_by(const Dataset& rows, std::vector<Case>& cases, std::size_t feature, double weight,
               double leaf_weight_min) {
  if (!rows.schema().features[feature].is_numeric())
    return split_by_value(rows, cases, feature, weight, leaf_weight_min);
  sort_cases(rows, cases, feature);
  return split_by_threshold(rows, cases, feature, weight, leaf_weight_min);
}

Split best_split(const Dataset& all, std::vector<Case>& cases, double leaf_weight_min) {
  const ClassBags whole = bag_of(all, cases);
  if (clearly_less(whole.total(), 2 * leaf_weight_min) ||
      nearly_equal(whole.total(), whole.of_class(whole.largest_class())))
    return {};
  const std::vector<Attribute>& features = all.schema().features;
  const auto has_few_values = [&](const Attribute& feature) {
    return feature.is_numeric() || clearly_less(static_cast<double>(feature.values.size()),
                                                kManyValuesShare * static_cast<double>(all.size()));
  };
  bool all_have_many = true;
  for (const Attribute& feature : features) all_have_many &= !has_few_values(feature);

  const double weight = weight_of(cases);
  std::vector<Split> splits;
  double gains = 0;
  std::size_t counted = 0;
  for (std::size_t f = 0; f < features.size(); ++f) {
    splits.push_back(split_by(all, cases, f, weight, leaf_weight_min));
    if (splits[f].branches == 0 || !(all_have_many || has_few_values(features[f]))) continue;
    gains += splits[f].gain;
    ++counted;
  }
  if (counted == 0) return {};
  const double average = gains / static_cast<double>(counted);
  Split* best = nullptr;
  for (Split& split : splits) {
    if (split.branches == 0 || split.gain < average - kGainTolerance) continue;
    if (clearly_greater(split.gain_ratio, best ? best->gain_ratio : 0)) best = &split;
  }
  if (!best || nearly_equal(best->gain_ratio, 0)) return {};
  add_unknown(all, cases, best->feature, best->bags);
  if (features[best->feature].is_numeric())
    best->threshold = value_at_or_below(all, best->feature, best->threshold);
  return std::move(*best);
}

ClassBags bags_of(const Dataset& rows, std::span<const Case> cases, const Split& split) {
  ClassBags bags(split.branches, rows.schema().class_count());
  for (const Case& one : cases) {
    const int branch = branch_of(rows.schema().features[split.feature], split.threshold,
                                 rows.value(one.row, split.feature));
    if (branch >= 0) bags.add(static_cast<std::size_t>(branch), label_of(rows, one), one.weight);
  }
  add_unknown(rows, cases, split.feature, bags);
  return bags;
}

std::vector<std::vector<Case>> divide(const Dataset& rows, std::span<const Case> cases,
                                      const Split& split) {
  std::vector<std::vector<Case>> parts(split.branches);
  std::vector<double> shares(split.branches);
  for (std::size_t i = 0; i < split.branches; ++i)
    shares[i] = split.bags.of_bag(i) / split.bags.total();
  for (const Case& one : cases) {
    const int branch = branch_of(rows.schema().features[split.feature], split.threshold,
                                 rows.value(one.row, split.feature));
    if (branch >= 0) {
      parts[static_cast<std::size_t>(branch)].push_back(one);
      continue;
    }
    for (std::size_t i = 0; i < split.branches; ++i)
      if (clearly_greater(shares[i], 0)) parts[i].push_back({one.row, shares[i] * one.weight});
  }
  return parts;
}

ClassBags bag_of(const Dataset& rows, std::span<const Case> cases) {
  ClassBags bags(1, rows.schema().class_count());
  for (const Case& one : cases) bags.add(0, label_of(rows, one), one.weight);
  return bags;
}

void sort_cases(const Dataset& rows, std::vector<Case>& cases, std::size_t feature) {
  const auto value = [&](std::size_t i) { return rows.value(cases[i].row, feature); };
  // Missing values move to the end; [0, known) are the others.
  std::size_t known = cases.size();
  for (std::size_t i = 0; i < known;) {
    if (is_missing(value(known - 1))) {
      --known;
    } else {
      if (is_missing(value(i))) std::swap(cases[i], cases[--known]);
      ++i;
    }
  }
  std::vector<std::pair<std::size_t, std::size_t>> ranges;  // first and last, to be sorted
  if (known > 1) ranges.emplace_back(0, known - 1);
  while (!ranges.empty()) {
    const auto [first, last] = ranges.back();
    ranges.pop_back();
    std::size_t l = first, r = last;
    const double pivot = value((l + r) / 2);
    while (l < r) {
      while (value(l) < pivot && l < r) ++l;
      while (value(r) > pivot && l < r) --r;
      if (l < r) {
        std::swap(cases[l], cases[r]);
        ++l;
        --r;
      }
    }
    if (l == r && r > 0 && value(r) > pivot) --r;
    if (first < r) ranges.emplace_back(first, r);
    if (r + 1 < last) ranges.emplace_back(r + 1, last);
  }
}

}  // namespace freshet
