#include "predict/groups.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"
#include "base/random.h"
#include "predict/rate.h"

namespace freshet {
namespace {

constexpr int kRestarts = 20;
constexpr int kRoundsMax = 200;
constexpr std::uint64_t kSeed = 1;

double on_scale(double rate, RateScale scale) {
  const double floored = std::max(rate, kRateFloor);
  return scale == RateScale::log ? std::log(floored) : floored;
}

// In one dimension a cluster is a run of the sorted values, so prefix sums give its mean and its
// error.
struct Sorted {
  std::vector<double> values;
  std::vector<double> sums{0.0};
  std::vector<double> squares{0.0};

  explicit Sorted(std::vector<double> given) : values(std::move(given)) {
    std::ranges::sort(values);
    for (const double value : values) {
      sums.push_back(sums.back() + value);
      squares.push_back(squares.back() + value * value);
    }
  }
  double mean(std::size_t from, std::size_t to) const {
    return (sums[to] - sums[from]) / static_cast<double>(to - from);
  }
  double error(std::size_t from, std::size_t to) const {
    const double m = mean(from, to);
    return squares[to] - squares[from] - m * m * static_cast<double>(to - from);
  }
};

struct Clusters {
  double error = std::numeric_limits<double>::infinity();
  std::vector<std::size_t> ends;  // of each run; the last is the number of values
};

Clusters ends_between(const Sorted& sorted, const std::vector<double>& centres) {
  Clusters clusters;
  clusters.error = 0;
  std::size_t from = 0;
  for (std::size_t c = 0; c < centres.size(); ++c) {
    std::size_t to = sorted.values.size();
    if (c + 1 < centres.size()) {
      const double border = (centres[c] + centres[c + 1]) / 2;
      to = static_cast<std::size_t>(std::ranges::upper_bound(sorted.values, border) -
                                    sorted.values.begin());
    }
    to = std::max(to, from);
    if (to == from) continue;
    clusters.ends.push_back(to);
    clusters.error += sorted.error(from, to);
    from = to;
  }
  return clusters;
}

std::vector<double> means_of(const Sorted& sorted, const Clusters& clusters) {
  std::vector<double> centres;
  std::size_t from = 0;
  for (const std::size_t to : clusters.ends) {
    centres.push_back(sorted.mean(from, to));
    from = to;
  }
  return centres;
}

Clusters settle(const Sorted& sorted, std::vector<double> centres) {
  Clusters clusters;
  for (int round = 0; round < kRoundsMax; ++round) {
    std::ranges::sort(centres);
    Clusters next = ends_between(sorted, centres);
    if (next.ends == clusters.ends) break;
    clusters = std::move(next);
    centres = means_of(sorted, clusters);
  }
  return clusters;
}

}  // namespace

RateGroups group_rates(std::span<const double> rates, std::size_t k, RateScale scale) {
  require(k >= kRateGroupsMin && k <= kRateGroupsMax, "k is from 2 to 6");
  RateGroups groups{.scale = scale, .rates = {}, .sizes = {}};
  if (rates.empty()) return groups;
  std::vector<double> values;
  values.reserve(rates.size());
  for (const double rate : rates) values.push_back(on_scale(rate, scale));
  const Sorted sorted(std::move(values));
  std::vector<double> different = sorted.values;
  different.erase(std::ranges::unique(different).begin(), different.end());
  k = std::min(k, different.size());

  Random random(kSeed);
  Clusters best;
  for (int i = 0; i < kRestarts; ++i) {
    std::vector<double> centres;
    for (std::size_t c = 0; c < k; ++c) {
      // Start uniformly over the distinct rates, then at random.
      const std::size_t at =
          i == 0 ? (2 * c + 1) * different.size() / (2 * k) : random.below(different.size());
      centres.push_back(different[at]);
    }
    Clusters clusters = settle(sorted, std::move(centres));
    const bool is_fuller = clusters.ends.size() > best.ends.size();
    const bool is_as_full = clusters.ends.size() == best.ends.size();
    if (is_fuller || (is_as_full && clusters.error < best.error)) best = std::move(clusters);
  }
  std::size_t from = 0;
  for (const std::size_t to : best.ends) {
    const double centre = sorted.mean(from, to);
    groups.rates.insert(groups.rates.begin(), scale == RateScale::log ? std::exp(centre) : centre);
    groups.sizes.insert(groups.sizes.begin(), to - from);
    from = to;
  }
  return groups;
}

std::size_t group_of(const RateGroups& groups, double rate) {
  require(!groups.rates.empty(), "there are groups");
  const double value = on_scale(rate, groups.scale);
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < groups.rates.size(); ++i) {
    const double distance = std::abs(on_scale(groups.rates[i], groups.scale) - value);
    if (distance < std::abs(on_scale(groups.rates[nearest], groups.scale) - value)) nearest = i;
  }
  return nearest;
}

}  // namespace freshet
