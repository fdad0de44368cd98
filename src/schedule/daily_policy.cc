#include "schedule/daily_policy.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <set>
#include <utility>

#include "base/check.h"
#include "schedule/days.h"

namespace freshet {
namespace {

constexpr std::uint64_t kSeed = 1;  // for ties
constexpr int kNoDay = std::numeric_limits<int>::min();

class DailyPolicy final : public RefreshPolicy {
 public:
  DailyPolicy(std::unique_ptr<DayPolicy> policy, const RateWeights& prior, RateGroups groups,
              const RollingBudgetOptions& budget)
      : policy_(std::move(policy)),
        prior_(prior),
        groups_(std::move(groups)),
        budget_(budget),
        random_(kSeed) {}

  PageNumber add(const PolicyPage& page, const RateWeights* first_sight) override {
    if (pages_.empty()) origin_ = std::floor(day_of(page.first_seen));
    const int day = day_number(page.first_seen);
    policy_->add({.site = page.site,
                  .first_day = day,
                  .first_class = first_class(first_sight),
                  .weight = page.weight});
    pages_.push_back({.site = page.site,
                      .host = page.host,
                      .last = page.first_seen,
                      .first_day = day,
                      .observed_day = day,
                      .prior = first_sight != nullptr ? *first_sight : prior_});
    ++known_;
    return static_cast<PageNumber>(pages_.size() - 1);
  }

  void forget(PageNumber page) override {
    if (!std::exchange(pages_[page].is_known, false)) return;
    --known_;
    cancel(page);
  }

  void observe(const PolicyCheck& check, std::uint64_t bytes, int requests) override {
    const Page& page = pages_[check.page];
    const double at = day_of(check.at);
    if (!page.is_out) budget_.spend_check(page.site, page.host, at);
    for (int more = 1; more < requests; ++more) budget_.spend_request(page.host, at);
    budget_.spend_bytes(bytes, at);
    restore(check, bytes);
  }

  void restore(const PolicyCheck& check, std::uint64_t) override {
    Page& page = pages_[check.page];
    page.is_out = false;
    page.picked_day = std::max(page.picked_day, day_number(check.at));
    if (page.is_appointed) set_due(check.page, kTimeMin);
    if (check.outcome == PolicyOutcome::failed) return;
    const bool has_changed = check.outcome == PolicyOutcome::changed;
    if (check.at > page.last) {
      page.posterior.observe({days_of(check.at - page.last), has_changed});
      page.last = check.at;
      if (has_changed) ++page.changes;
    }
    const int day = day_number(check.at);
    if (day <= page.observed_day) return;
    page.observed_day = day;
    const DayCheck seen{check.page, has_changed};
    policy_->observe(day, {&seen, 1});
  }

  void charge(PageNumber page, Time at, std::uint64_t bytes) override {
    budget_.spend_check(pages_[page].site, pages_[page].host, day_of(at));
    budget_.spend_bytes(bytes, day_of(at));
  }

  void give_back(PageNumber page, int requests, std::optional<Time> failed_at) override {
    if (!std::exchange(pages_[page].is_out, false)) return;
    budget_.refund_check(pages_[page].site, pages_[page].host, requests);
    if (failed_at && !pages_[page].is_appointed) return;  // it is picked again on another day
    if (pages_[page].is_appointed)
      set_due(page, kTimeMin);
    else if (pages_[page].is_known)
      wait(page);
  }

  void postpone(PageNumber page, Time until) override {
    if (!std::exchange(pages_[page].is_out, false)) return;
    budget_.refund_check(pages_[page].site, pages_[page].host, 0);
    if (pages_[page].is_appointed) set_due(page, until);  // others: on another day
  }

  void appoint(PageNumber page, Time due) override {
    pages_[page].is_appointed = true;
    set_due(page, due);
  }

  std::optional<DueCheck> next(Time now) override {
    const double day = day_of(now);
    for (auto entry = appointed_.begin(); entry != appointed_.end() && entry->first <= now;
         ++entry) {
      if (!budget_.allows_at_once(day)) break;
      const PageNumber page = entry->second;
      if (!host_allows(page, day)) continue;
      return take_out(page, CheckReason::appointed, day);
    }
    if (!budget_.allows(day)) return std::nullopt;
    begin_day(day_number(now));
    drop_stale_picks();
    if (picks_.empty()) pick();
    const auto found = std::ranges::find_if(
        picks_, [&](PageNumber page) { return pages_[page].is_pending && host_allows(page, day); });
    if (found == picks_.end()) return std::nullopt;
    return take_out(*found, CheckReason::worth, day);
  }

  std::optional<Time> next_moment(Time now) override {
    std::optional<Time> moment;
    const auto offer = [&](Time at) { moment = std::min(moment.value_or(at), at); };
    if (!appointed_.empty()) offer(std::max(now, appointed_.begin()->first));
    const auto budget = budget_.next_moment(day_of(now));
    if (!picks_.empty() && budget) {
      offer(std::max(now, time_of(*budget)));
    } else if (known_ > 0 && budget) {
      offer(std::max(time_of(origin_ + day_number(now) + 1), time_of(*budget)));
    }
    return moment;
  }

  std::vector<PlannedCheck> plan(Time now) const override {
    std::vector<PlannedCheck> planned;
    for (const auto& [due, page] : appointed_)
      planned.push_back({page, std::max(due, now), CheckReason::appointed});
    std::vector<std::pair<double, PageNumber>> others;
    for (PageNumber page = 0; page < pages_.size(); ++page)
      if (is_waiting(page) && !pages_[page].is_pending)
        others.emplace_back(-policy_->worth(page, day_number(now) + 1), page);
    std::ranges::sort(others);
    const double step = days_between_checks();
    double at = day_of(now);
    for (const PageNumber page : picks_) {
      if (!pages_[page].is_pending) continue;
      planned.push_back({page, time_of(at), CheckReason::worth});
      at += step;
    }
    for (const auto& [worth, page] : others) {
      const bool was_picked = pages_[page].picked_day == day_number(now);
      const double earliest = was_picked ? origin_ + day_number(now) + 1 : at;
      planned.push_back({page, time_of(std::max(at, earliest)), CheckReason::worth});
      at += step;
    }
    std::ranges::stable_sort(planned, {}, &PlannedCheck::at);
    return planned;
  }

  void set_checks_per_day(std::uint64_t checks) override { budget_.set_checks_per_day(checks); }

  PageOutlook outlook(PageNumber number, Time now) const override {
    const Page& page = pages_[number];
    const RateWeights weights = page.posterior.weights(page.prior);
    PageOutlook outlook;
    outlook.changes_per_day = rate_quantile(weights, 0.5);
    outlook.changes_per_day_low = rate_quantile(weights, 0.1);
    outlook.changes_per_day_high = rate_quantile(weights, 0.9);
    outlook.stale_probability = stale_probability(number, now);
    outlook.index = policy_->worth(number, day_number(now));
    outlook.last_check = page.last;
    outlook.checks = page.posterior.checks();
    outlook.changes = page.changes;
    if (page.is_appointed) {
      outlook.planned_for = CheckReason::appointed;
      outlook.planned = page.is_out ? now : std::max(now, page.due);
    } else {
      // At the average interval that the budget affords.
      const double days = std::max(1.0, days_between_checks() * static_cast<double>(known_));
      outlook.planned = std::max(now, time_of(day_of(page.last) + days));
    }
    return outlook;
  }

  double stale_probability(PageNumber number, Time now) const override {
    const Page& page = pages_[number];
    const RateWeights weights = page.posterior.weights(page.prior);
    const double days = std::max(0.0, days_of(now - page.last));
    double stale = 0;
    for (std::size_t i = 0; i < kRateSteps; ++i)
      stale += static_cast<double>(weights[i]) * -std::expm1(-rate_grid()[i] * days);
    return stale;
  }

  std::size_t pages() const override { return known_; }

 private:
  struct Page {
    std::uint32_t site = 0;
    std::uint32_t host = 0;
    Time last{};  // last answered check, or first sight
    int first_day = 0;
    int observed_day = 0;  // of the last check passed to the day policy
    int picked_day = kNoDay;
    std::uint32_t changes = 0;
    RatePosterior posterior = {};
    RateWeights prior = {};
    Time due{};  // of an appointment
    bool is_appointed = false;
    bool is_pending = false;  // picked but not handed out yet
    bool is_out = false;
    bool is_known = true;
  };

  int day_number(Time time) const { return static_cast<int>(std::floor(day_of(time) - origin_)); }

  std::size_t first_class(const RateWeights* first_sight) const {
    if (groups_.rates.empty()) return 0;
    if (first_sight != nullptr) return group_of(groups_, typical_rate(*first_sight));
    return static_cast<std::size_t>(std::ranges::max_element(groups_.sizes) -
                                    groups_.sizes.begin());
  }

  bool is_waiting(PageNumber page) const {
    return pages_[page].is_known && !pages_[page].is_out && !pages_[page].is_appointed;
  }

  double days_between_checks() const {
    const std::uint64_t checks = budget_.options().checks_per_day;
    return checks == kUnlimited || checks == 0 ? 0 : 1 / static_cast<double>(checks);
  }

  bool host_allows(PageNumber page, double day) const {
    const auto moment = budget_.host_moment(pages_[page].host, day);
    return moment && *moment <= day;
  }

  void set_due(PageNumber page, Time due) {
    cancel(page);
    pages_[page].due = due;
    pages_[page].is_out = false;
    appointed_.emplace(due, page);
  }

  void wait(PageNumber page) {
    pages_[page].is_pending = true;
    picks_.push_back(page);
  }

  // Removes a page from the queues.
  void cancel(PageNumber page) {
    appointed_.erase({pages_[page].due, page});
    pages_[page].is_pending = false;  // its entry in picks_ is dropped later
  }

  void drop_stale_picks() {
    while (!picks_.empty() && !pages_[picks_.front()].is_pending) picks_.pop_front();
  }

  DueCheck take_out(PageNumber page, CheckReason reason, double day) {
    cancel(page);
    pages_[page].is_out = true;
    budget_.spend_check(pages_[page].site, pages_[page].host, day);
    return {page, reason, std::max(0.0, policy_->worth(page, today_))};
  }

  // Picks not handed out yesterday are picked again.
  void begin_day(int day) {
    if (day == today_) return;
    today_ = day;
    for (const PageNumber page : std::exchange(picks_, {}))
      if (std::exchange(pages_[page].is_pending, false)) pages_[page].picked_day = kNoDay;
    picked_today_ = 0;
  }

  void pick() {
    std::vector<std::uint32_t> known;
    std::vector<std::uint32_t> open;
    for (PageNumber page = 0; page < pages_.size(); ++page) {
      if (!pages_[page].is_known || pages_[page].first_day >= today_) continue;
      known.push_back(page);
      if (is_waiting(page) && pages_[page].picked_day < today_ &&
          pages_[page].observed_day < today_)
        open.push_back(page);
    }
    const std::uint64_t per_day = budget_.options().checks_per_day;
    const std::size_t checks = per_day > open.size() + picked_today_
                                   ? open.size()
                                   : static_cast<std::size_t>(per_day) - picked_today_;
    if (open.empty() || checks == 0) return;
    std::vector<std::uint32_t> picks;
    policy_->pick({.day = today_,
                   .checks_left = checks,
                   .open = open,
                   .known = known,
                   .checks_per_day = per_day == kUnlimited ? static_cast<double>(open.size())
                                                           : static_cast<double>(per_day)},
                  random_, picks);
    picked_today_ += picks.size();
    for (const std::uint32_t page : picks) {
      pages_[page].picked_day = today_;
      wait(page);
    }
  }

  const std::unique_ptr<DayPolicy> policy_;
  const RateWeights prior_;
  const RateGroups groups_;
  RollingBudget budget_;
  Random random_;
  double origin_ = 0;             // day 0 of the day policy, in days
  std::vector<Page> pages_;       // by number; numbers are not reused
  std::size_t known_ = 0;         // pages not forgotten
  std::deque<PageNumber> picks_;  // of today; entries that are not pending are stale
  std::set<std::pair<Time, PageNumber>> appointed_;
  int today_ = kNoDay;
  std::size_t picked_today_ = 0;
};

}  // namespace

std::unique_ptr<RefreshPolicy> run_daily(std::unique_ptr<DayPolicy> policy,
                                         const RateWeights& prior, RateGroups groups,
                                         const RollingBudgetOptions& budget) {
  return std::make_unique<DailyPolicy>(std::move(policy), prior, std::move(groups), budget);
}

}  // namespace freshet
