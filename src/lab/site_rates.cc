#include "lab/site_rates.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "predict/rate.h"

namespace freshet {
namespace {

constexpr double kSecondsPerDay = 86'400;
constexpr int kPriorRounds = 30;
constexpr std::uint64_t kLinksPerPage = 8;  // to pages that are new

// Learns the prior of a site from its pages by expectation and maximisation.
RateWeights learned_prior(std::span<const RatePosterior> pages) {
  RateWeights prior = even_weights();
  std::vector<RateWeights> beliefs(pages.size());
  for (int round = 0; round < kPriorRounds && !pages.empty(); ++round) {
    for (std::size_t i = 0; i < pages.size(); ++i) beliefs[i] = pages[i].weights(prior);
    prior = prior_of_beliefs(beliefs);
  }
  return prior;
}

}  // namespace

std::vector<double> log_uniform_rates(std::size_t n, double min, double max, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> rates(n);
  for (double& rate : rates) rate = min * std::pow(max / min, random.unit());
  return rates;
}

std::vector<double> fitted_rates(const ChangeHistory& history) {
  std::vector<double> changes(history.pages.size(), 0);
  for (const HistoryChange& change : history.changes) ++changes[change.page];
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const HistoryPage& page = history.pages[i];
    const double days = static_cast<double>(page.last_alive - page.first_seen) / kSecondsPerDay;
    changes[i] = std::max(kRateFloor, changes[i] / std::max(1.0, days));
  }
  return changes;
}

std::vector<double> draw_rates(std::span<const double> rates, std::size_t n, std::uint64_t seed) {
  if (rates.empty()) return {};
  Random random(seed);
  std::vector<double> drawn(n);
  for (double& rate : drawn) rate = rates[random.below(rates.size())];
  return drawn;
}

std::vector<double> learned_rates(std::span<const double> rates, const EarlierVisits& earlier,
                                  std::uint64_t seed) {
  Random random(seed);
  std::vector<RatePosterior> pages(rates.size());
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const double changed = -std::expm1(-rates[i] * earlier.days_between);
    for (std::size_t visit = 1; visit < earlier.visits; ++visit)
      pages[i].observe(
          {.days = earlier.days_between, .has_changed = random.with_probability(changed)});
  }
  const RateWeights prior = learned_prior(pages);
  std::vector<double> learned;
  learned.reserve(pages.size());
  for (const RatePosterior& page : pages)
    learned.push_back(rate_over(page.weights(prior), earlier.days_ahead));
  return learned;
}

std::vector<std::uint32_t> discovery_tree(std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint32_t> parents(n, 0);
  std::uint32_t parent = 0;
  for (std::uint32_t page = 1; page < n; ++page) {
    parents[page] = parent;
    // The next page goes on with a later parent once in kLinksPerPage.
    if (parent + 1 < page && random.below(kLinksPerPage) == 0) ++parent;
  }
  return parents;
}

}  // namespace freshet
