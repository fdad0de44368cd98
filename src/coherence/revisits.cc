#include "coherence/revisits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "coherence/best_nested.h"
#include "coherence/planned_rate.h"

namespace freshet {
namespace {

// Pages whose rates differ by less than this factor keep their order while time passes.
constexpr double kClassRatio = 1.1;

struct Candidate {
  std::uint32_t page = 0;
  double rate = 0;
  double days = 0;  // since it was seen

  // ln of the probability that it is found unchanged `later` days after the instant.
  double log_gain(double later) const { return -rate * (days + later); }

  // ln of what a day of waiting costs.
  double log_loss(double later) const { return std::log(rate) + log_gain(later); }
};

std::vector<Candidate> candidates_of(std::span<const SeenPage> pages) {
  std::vector<Candidate> candidates;
  candidates.reserve(pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i)
    candidates.push_back({.page = static_cast<std::uint32_t>(i),
                          .rate = planned_rate(pages[i].changes_per_day),
                          .days = days_of(pages[i].since)});
  return candidates;
}

// Keeps the `budget` pages that are most probably unchanged at the first request.
void keep_most_probable(std::vector<Candidate>& candidates, std::size_t budget, double slot_days) {
  if (budget >= candidates.size()) return;
  const auto is_better = [&](const Candidate& a, const Candidate& b) {
    const double gain_a = a.log_gain(slot_days);
    const double gain_b = b.log_gain(slot_days);
    return gain_a != gain_b ? gain_a > gain_b : a.page < b.page;
  };
  std::ranges::nth_element(candidates, candidates.begin() + static_cast<std::ptrdiff_t>(budget),
                           is_better);
  candidates.resize(budget);
}

// Candidates of about one rate, by falling loss; those before `next` are taken.
struct RateClass {
  std::vector<Candidate> candidates = {};
  std::vector<double> log_rates = {};
  std::size_t next = 0;

  double log_loss(double later) const { return log_rates[next] + candidates[next].log_gain(later); }
};

std::vector<RateClass> classes_of(std::span<const Candidate> candidates) {
  std::map<int, RateClass> by_rate;
  for (const Candidate& each : candidates) {
    const int step =
        each.rate > 0
            ? static_cast<int>(std::max(-1e6, std::log(each.rate) / std::log(kClassRatio)))
            : std::numeric_limits<int>::min();
    by_rate[step].candidates.push_back(each);
  }
  std::vector<RateClass> classes;
  for (auto& [step, in_class] : by_rate) {
    std::ranges::sort(in_class.candidates, [](const Candidate& a, const Candidate& b) {
      const double loss_a = a.log_loss(0);
      const double loss_b = b.log_loss(0);
      return loss_a != loss_b ? loss_a > loss_b : a.page < b.page;
    });
    for (const Candidate& each : in_class.candidates)
      in_class.log_rates.push_back(std::log(each.rate));
    classes.push_back(std::move(in_class));
  }
  return classes;
}

}  // namespace

std::vector<std::uint32_t> plan_revisits(std::span<const SeenPage> pages, Duration slot,
                                         std::size_t budget) {
  const double slot_days = days_of(slot);
  std::vector<Candidate> candidates = candidates_of(pages);
  keep_most_probable(candidates, budget, slot_days);
  std::vector<RateClass> classes = classes_of(candidates);
  std::vector<std::uint32_t> order;
  order.reserve(candidates.size());
  while (!classes.empty()) {
    const double later = static_cast<double>(order.size() + 1) * slot_days;
    auto best = classes.begin();
    double most = best->log_loss(later);
    for (auto each = best + 1; each != classes.end(); ++each) {
      const double loss = each->log_loss(later);
      if (loss <= most) continue;
      most = loss;
      best = each;
    }
    order.push_back(best->candidates[best->next].page);
    if (++best->next == best->candidates.size()) classes.erase(best);
  }
  return order;
}

double expected_unchanged(std::span<const SeenPage> pages, std::span<const std::uint32_t> revisits,
                          Duration slot) {
  const double slot_days = days_of(slot);
  double unchanged = 0;
  for (std::size_t i = 0; i < revisits.size(); ++i) {
    if (revisits[i] >= pages.size()) continue;
    const SeenPage& page = pages[revisits[i]];
    unchanged += std::exp(-planned_rate(page.changes_per_day) *
                          (days_of(page.since) + static_cast<double>(i + 1) * slot_days));
  }
  return unchanged;
}

CapturePlan with_best_revisits(std::vector<std::uint32_t> visits, const PlannedSite& site) {
  CapturePlan nested = nested_plan(std::move(visits));
  const std::size_t n = nested.visits.size();
  if (n == 0) return nested;
  const Duration slot = std::min(site.slot, Duration::max() / static_cast<Duration::rep>(n));
  std::vector<SeenPage> seen(n);
  for (std::size_t i = 0; i < n; ++i)
    seen[i] = {.changes_per_day = site.rates[nested.visits[i]],
               .since = static_cast<Duration::rep>(n - 1 - i) * slot};
  seen.pop_back();  // the page visited last needs no revisit
  CapturePlan planned{.visits = nested.visits, .revisits = {}};
  for (const std::uint32_t i : plan_revisits(seen, slot, seen.size()))
    planned.revisits.push_back(nested.visits[i]);
  const auto expected = [&](const CapturePlan& plan) {
    return expected_coherence(plan, site.rates, site.slot);
  };
  return expected(nested) >= expected(planned) ? nested : planned;
}

CapturePlan plan_within_budget(const PlannedSite& site, std::size_t budget) {
  const std::vector<std::uint32_t> falling = by_falling_rate(site.rates);
  if (falling.empty()) return {};
  const std::size_t nested = std::min(falling.size() - 1, budget) + 1;
  const std::size_t single = falling.size() - nested;
  std::vector<std::uint32_t> visits(falling.begin(),
                                    falling.begin() + static_cast<std::ptrdiff_t>(single));
  std::vector<double> rates;
  for (std::size_t i = single; i < falling.size(); ++i) rates.push_back(site.rates[falling[i]]);
  for (const std::uint32_t i : best_nested_order(rates, site.slot).visits)
    visits.push_back(falling[single + i]);
  CapturePlan plan = nested_plan(std::move(visits));
  plan.revisits.resize(nested - 1);
  return plan;
}

}  // namespace freshet
