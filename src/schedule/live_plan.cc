// Plans and explanations of a LivePolicy.
//
// The budget has a price: the index at which pages checked whenever they reach it take exactly the
// available checks. A page's next check is planned for the time at which it is worth the price, or
// at which it will be the one unchecked for longest.
#include <algorithm>
#include <cmath>

#include "schedule/days.h"
#include "schedule/live_state.h"

namespace freshet {
namespace {

constexpr std::size_t kPriceSample = 200;  // pages from which the price is estimated
constexpr double kPriceLasts = 1;          // days, while the number of pages is about the same
constexpr int kPriceBisections = 30;
constexpr double kPriceMin = 1e-9;
constexpr double kPriceMax = 1e9;

double quantile_between_steps(const RateWeights& weights, double q) {
  double below = 0;
  for (std::size_t j = 0; j < kRateSteps; ++j) {
    const auto weight = static_cast<double>(weights[j]);
    if (below + weight >= q && weight > 0) {
      const double ratio = rate_grid()[1] / rate_grid()[0];
      return rate_grid()[j] * std::pow(ratio, (q - below) / weight - 0.5);
    }
    below += weight;
  }
  return kRateCeiling;
}

}  // namespace

// Returns the checks per day of pages of typical cost.
double LivePolicy::State::affordable_checks() const {
  const RollingBudgetOptions& budget = budget_.options();
  if (budget.checks_per_day == kUnlimited && budget.bytes_per_day == kUnlimited)
    return std::numeric_limits<double>::infinity();
  double days = 0;
  if (budget.checks_per_day != kUnlimited) days += 1 / static_cast<double>(budget.checks_per_day);
  if (budget.bytes_per_day != kUnlimited)
    days += kTypicalBytes / static_cast<double>(budget.bytes_per_day);
  return 1 / days;
}

double LivePolicy::State::price(double now) const {
  if (std::abs(now - price_.at) <= kPriceLasts && 10 * price_.pages >= 9 * pages() &&
      9 * price_.pages <= 10 * pages())
    return price_.value;
  price_ = {now, pages(), 0};
  const double affordable =
      affordable_checks() * (1 - static_cast<double>(options_.explored_share));
  if (pages() == 0 || affordable == std::numeric_limits<double>::infinity()) return 0;
  const std::size_t stride = std::max<std::size_t>(1, pages_.size() / kPriceSample);
  const double interval_min = days_of(options_.interval_min);
  const auto spent = [&](double price) {
    double checks = 0;
    double sampled = 0;
    for (std::size_t i = 0; i < pages_.size(); i += stride) {
      const Page& page = pages_[i];
      if (page.place == Place::unknown || page.is_appointed) continue;
      sampled += 1;
      const SiteModel& model = sites_[page.site]->model;
      const auto days = model.days_until_worth(
          page.slot, model.last_check(page.slot),
          price * cost(page) / static_cast<double>(page.weight), days_of(options_.plan_max));
      if (days) checks += cost(page) / std::max({*days, interval_min, 1e-6});
    }
    return sampled == 0 ? 0 : checks * static_cast<double>(pages()) / sampled;
  };
  double low = kPriceMin;
  double high = kPriceMax;
  for (int i = 0; i < kPriceBisections; ++i) {
    const double middle = std::sqrt(low * high);
    (spent(middle) > affordable ? low : high) = middle;
  }
  price_.value = high;
  return high;
}

LivePolicy::State::Plan LivePolicy::State::plan_page(PageNumber number, double price,
                                                     double now) const {
  const Page& page = pages_[number];
  const SiteModel& model = sites_[page.site]->model;
  Plan plan;
  if (page.is_appointed) {
    plan.reason = CheckReason::appointed;
    plan.at = now;  // its check is under way
    if (page.place == Place::resting) plan.at = std::max(now, appointed_.due(number));
    return plan;
  }
  const auto days =
      model.days_until_worth(page.slot, now, price * cost(page) / static_cast<double>(page.weight),
                             days_of(options_.plan_max), odds(page));
  const double rested = model.last_check(page.slot) + days_of(options_.interval_min);
  if (days) plan.at = std::max(now + *days, rested);
  const double explored = affordable_checks() * static_cast<double>(options_.explored_share);
  if (explored > 0) {
    const double round_days = static_cast<double>(pages()) / explored;
    const double at = std::max({model.last_check(page.slot) + round_days, rested, now});
    if ((!plan.at || at < *plan.at) && at - now <= days_of(options_.plan_max))
      plan = {at, CheckReason::explored};
  }
  return plan;
}

double LivePolicy::State::stale_probability(PageNumber number, double now) const {
  const Page& page = known(number);
  return static_cast<double>(
      sites_[page.site]->model.stale_probability(page.slot, now, odds(page)));
}

double LivePolicy::State::stale_by_checks(PageNumber number, double now) const {
  const Page& page = known(number);
  return static_cast<double>(sites_[page.site]->model.stale_probability(page.slot, now, 1));
}

PageOutlook LivePolicy::State::outlook(PageNumber number, double now) const {
  const Page& page = known(number);
  const SiteModel& model = sites_[page.site]->model;
  const RateWeights belief = model.belief(page.slot);
  PageOutlook outlook;
  const double pace = model.pace();
  outlook.changes_per_day = quantile_between_steps(belief, 0.5) * pace;
  outlook.changes_per_day_low = quantile_between_steps(belief, 0.1) * pace;
  outlook.changes_per_day_high = quantile_between_steps(belief, 0.9) * pace;
  outlook.stale_probability = stale_probability(number, now);
  outlook.index = index(page, now);
  outlook.price = price(now) * cost(page);
  outlook.last_check = time_of(model.last_check(page.slot));
  outlook.checks = model.checks(page.slot);
  outlook.changes = model.changes(page.slot);
  outlook.site_pace = pace;
  const Plan plan = plan_page(number, price(now), now);
  if (plan.at) outlook.planned = time_of(*plan.at);
  outlook.planned_for = plan.reason;
  return outlook;
}

std::vector<PlannedCheck> LivePolicy::State::plan(double now) const {
  struct Wanted {
    double at;
    double score;
    PageNumber page;
    CheckReason reason;
  };
  std::vector<Wanted> wanted;
  const double level = price(now);
  for (PageNumber number = 0; number < pages_.size(); ++number) {
    const Page& page = pages_[number];
    if (page.place == Place::unknown) continue;
    const Plan plan = plan_page(number, level, now);
    if (plan.at) wanted.push_back({*plan.at, index(page, now) / cost(page), number, plan.reason});
  }
  std::ranges::sort(wanted, [](const Wanted& a, const Wanted& b) {
    if (a.at != b.at) return a.at < b.at;
    return a.score != b.score ? a.score > b.score : a.page < b.page;
  });
  // In sequence, as fast as the budget and the cap of each site permit.
  const double step = 1 / affordable_checks();
  double free_at = now;
  std::vector<double> site_free_at(sites_.size(), now);
  std::vector<PlannedCheck> plan;
  plan.reserve(wanted.size());
  for (const Wanted& want : wanted) {
    const Page& page = pages_[want.page];
    double& site_free = site_free_at[page.site];
    const bool goes_first = want.reason == CheckReason::appointed;
    const double at = goes_first ? want.at : std::max({want.at, free_at, site_free});
    // A site that waits for its cap does not block the others.
    free_at = std::max(free_at, std::max(want.at, now)) + step * cost(page);
    const std::uint64_t most = budget_.site_checks_max(page_share(page.site));
    if (most != kUnlimited) site_free = at + 1 / static_cast<double>(most);
    plan.push_back({want.page, time_of(at), want.reason});
  }
  std::ranges::stable_sort(plan, {}, &PlannedCheck::at);
  return plan;
}

}  // namespace freshet
