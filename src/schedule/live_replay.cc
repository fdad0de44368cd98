#include "schedule/live_replay.h"

#include <algorithm>
#include <chrono>

namespace freshet {
namespace {

constexpr PageNumber kUnknownPage = 0xffff'ffff;
constexpr std::size_t kBatches = 24;  // a day, whose pages are out together

Time moment_of(int day) { return Time(std::chrono::days(day)); }

class LiveReplay final : public Policy {
 public:
  LiveReplay(std::vector<KnownPage> pages, const RateWeights& prior,
             const LivePolicyOptions& options, std::vector<float> weights)
      : pages_(std::move(pages)),
        weights_(std::move(weights)),
        numbers_(pages_.size(), kUnknownPage),
        live_(prior, options) {}

  void pick(const ReplayDay& day, Random&, std::vector<std::uint32_t>& picks) override {
    if (day.day != today_) begin_day(day);
    while (picks.size() < std::min(batch_, day.checks_left)) {
      const auto check = live_.next(moment_of(day.day));
      if (!check) break;
      picks.push_back(page_of_[check->page]);
    }
  }

  void observe(int day, std::span<const DayCheck> checks) override {
    for (const DayCheck& check : checks)
      live_.observe({numbers_[check.page], moment_of(day),
                     check.has_changed ? LiveOutcome::changed : LiveOutcome::unchanged},
                    0);
  }

 private:
  void begin_day(const ReplayDay& day) {
    today_ = day.day;
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
  int today_ = -1;
  std::size_t batch_ = 1;
};

}  // namespace

std::unique_ptr<Policy> live_replay(std::vector<KnownPage> pages, const RateWeights& prior,
                                    LivePolicyOptions options, std::vector<float> weights) {
  options.budget.saved_days = 1;
  options.interval_min = std::chrono::hours(12);
  return std::make_unique<LiveReplay>(std::move(pages), prior, options, std::move(weights));
}

}  // namespace freshet
