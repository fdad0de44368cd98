#include "schedule/live_replay.h"

#include <algorithm>
#include <chrono>

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

class LiveReplay final : public Policy {
 public:
  LiveReplay(std::vector<KnownPage> pages, const RateWeights& prior,
             const LivePolicyOptions& options, std::vector<float> weights, CheckMoments moments)
      : pages_(std::move(pages)),
        weights_(std::move(weights)),
        numbers_(pages_.size(), kUnknownPage),
        live_(prior, options),
        moments_(moments) {}

  void pick(const ReplayDay& day, Random&, std::vector<std::uint32_t>& picks) override {
    if (day.day != today_) begin_day(day);
    while (picks.size() < std::min(batch_, day.checks_left)) {
      const auto check = live_.next(now());
      if (!check) break;
      picks.push_back(page_of_[check->page]);
    }
  }

  void observe(int, std::span<const DayCheck> checks) override {
    for (const DayCheck& check : checks) {
      live_.observe({numbers_[check.page], now(),
                     check.has_changed ? LiveOutcome::changed : LiveOutcome::unchanged},
                    0);
      ++made_today_;
    }
  }

 private:
  Time now() const { return moment_of(today_) + made_today_ * step_; }

  void begin_day(const ReplayDay& day) {
    today_ = day.day;
    made_today_ = 0;
    step_ = step_of(moments_, day.checks_left);
    batch_ = std::max<std::size_t>(1, day.checks_left / kBatches);
    live_.set_checks_per_day(day.checks_left);
    std::vector<bool> is_open(pages_.size(), false);
    for (const std::uint32_t page : day.open) is_open[page] = true;
    for (std::uint32_t page = 0; page < pages_.size(); ++page) {
      if (is_open[page] == (numbers_[page] != kUnknownPage)) continue;
      if (is_open[page]) {
        add(page);
      } else {
        live_.forget(numbers_[page]);
        numbers_[page] = kUnknownPage;
      }
    }
  }

  void add(std::uint32_t page) {
    const KnownPage& known = pages_[page];
    LivePage added{
        .site = known.site, .host = known.site, .first_seen = moment_of(known.first_day)};
    if (!weights_.empty()) added.weight = weights_[page];
    numbers_[page] = live_.add(added);
    if (page_of_.size() <= numbers_[page]) page_of_.resize(numbers_[page] + std::size_t{1});
    page_of_[numbers_[page]] = page;
  }

  std::vector<KnownPage> pages_;
  std::vector<float> weights_;
  std::vector<PageNumber> numbers_;     // of each page in the live policy
  std::vector<std::uint32_t> page_of_;  // the other way round
  LivePolicy live_;
  const CheckMoments moments_;
  int today_ = -1;
  std::int64_t made_today_ = 0;  // checks
  Duration step_{};              // between two of them
  std::size_t batch_ = 1;
};

}  // namespace

std::unique_ptr<Policy> live_replay(std::vector<KnownPage> pages, const RateWeights& prior,
                                    LivePolicyOptions options, std::vector<float> weights,
                                    CheckMoments moments) {
  options.budget.saved_days = 1;
  options.interval_min = kIntervalMin;
  return std::make_unique<LiveReplay>(std::move(pages), prior, options, std::move(weights),
                                      moments);
}

}  // namespace freshet
