#include "lab/live_replay.h"

#include <algorithm>
#include <chrono>

#include "schedule/score_policy.h"

namespace freshet {
namespace {

constexpr PageNumber kUnknownPage = 0xffff'ffff;
constexpr std::size_t kBatches = 24;  // a day, whose pages are out together

// Shorter than the time between two checks of a page, so that none is checked twice a day.
constexpr Duration kDayOfChecks = std::chrono::hours(11);
constexpr Duration kIntervalMin = std::chrono::hours(12);

Time moment_of(int day) { return Time(std::chrono::days(day)); }

// The time between two checks of a day with so many.
Duration step_of(CheckMoments moments, std::size_t checks) {
  const Duration even = kDayOfChecks / std::max<std::size_t>(checks, 1);
  switch (moments) {
    case CheckMoments::together:
      return Duration{};
    case CheckMoments::seconds:
      return std::min<Duration>(std::chrono::seconds(3), even);
    case CheckMoments::minutes:
      return std::min<Duration>(std::chrono::minutes(2), even);
    case CheckMoments::hours:
      return even;
  }
  return Duration{};
}

class LiveReplay final : public DayPolicy {
 public:
  LiveReplay(std::unique_ptr<RefreshPolicy> live, CheckMoments moments)
      : live_(std::move(live)), moments_(moments) {}

  void add(const KnownPage& page) override {
    pages_.push_back(page);
    numbers_.push_back(kUnknownPage);
  }

  void pick(const PolicyDay& day, Random&, std::vector<std::uint32_t>& picks) override {
    if (day.day != today_) begin_day(day);
    while (picks.size() < std::min(batch_, day.checks_left)) {
      const auto check = live_->next(now());
      if (!check) break;
      picks.push_back(page_of_[check->page]);
    }
  }

  void observe(int, std::span<const DayCheck> checks) override {
    for (const DayCheck& check : checks) {
      live_->observe({numbers_[check.page], now(),
                      check.has_changed ? PolicyOutcome::changed : PolicyOutcome::unchanged},
                     0);
      ++made_today_;
    }
  }

  double worth(std::uint32_t page, int day) const override {
    return numbers_[page] == kUnknownPage ? 0
                                          : live_->outlook(numbers_[page], moment_of(day)).index;
  }

 private:
  Time now() const { return moment_of(today_) + made_today_ * step_; }

  void begin_day(const PolicyDay& day) {
    today_ = day.day;
    made_today_ = 0;
    step_ = step_of(moments_, day.checks_left);
    batch_ = std::max<std::size_t>(1, day.checks_left / kBatches);
    live_->set_checks_per_day(day.checks_left);
    std::vector<bool> is_open(pages_.size(), false);
    for (const std::uint32_t page : day.open) is_open[page] = true;
    for (std::uint32_t page = 0; page < pages_.size(); ++page) {
      if (is_open[page] == (numbers_[page] != kUnknownPage)) continue;
      if (is_open[page]) {
        open(page);
      } else {
        live_->forget(numbers_[page]);
        numbers_[page] = kUnknownPage;
      }
    }
  }

  void open(std::uint32_t page) {
    const KnownPage& known = pages_[page];
    const PolicyPage added{.site = known.site,
                           .host = known.site,
                           .first_seen = moment_of(known.first_day),
                           .weight = known.weight};
    numbers_[page] = live_->add(added);
    if (page_of_.size() <= numbers_[page]) page_of_.resize(numbers_[page] + std::size_t{1});
    page_of_[numbers_[page]] = page;
  }

  std::vector<KnownPage> pages_;
  std::vector<PageNumber> numbers_;     // of each page in the live policy
  std::vector<std::uint32_t> page_of_;  // the other way round
  const std::unique_ptr<RefreshPolicy> live_;
  const CheckMoments moments_;
  int today_ = -1;
  std::int64_t made_today_ = 0;  // checks
  Duration step_{};              // between two of them
  std::size_t batch_ = 1;
};

}  // namespace

std::unique_ptr<DayPolicy> replay_live(std::unique_ptr<RefreshPolicy> policy,
                                       CheckMoments moments) {
  return std::make_unique<LiveReplay>(std::move(policy), moments);
}

LivePolicyOptions replay_options(LivePolicyOptions options) {
  options.budget.saved_days = 1;
  options.interval_min = kIntervalMin;
  return options;
}

std::unique_ptr<DayPolicy> live_replay(std::vector<KnownPage> pages, const RateWeights& prior,
                                       const LivePolicyOptions& options,
                                       const std::vector<float>& weights, CheckMoments moments) {
  for (std::size_t i = 0; i < weights.size(); ++i) pages[i].weight = weights[i];
  return with_pages(
      replay_live(std::make_unique<LivePolicy>(prior, replay_options(options)), moments), pages);
}

std::unique_ptr<DayPolicy> make_day_policy(const PolicyRow& row, const PolicyContext& context) {
  if (row.make_daily != nullptr) return row.make_daily(context);
  PolicyContext replayed = context;
  replayed.live = replay_options(context.live);
  return replay_live(row.make_live(replayed), CheckMoments::together);
}

}  // namespace freshet
