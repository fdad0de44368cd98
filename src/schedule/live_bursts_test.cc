// The estimates of a crawler that is started now and then: its checks come in bursts, seconds
// apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "schedule/days.h"
#include "schedule/live_policy.h"
#include "schedule/shipped_training.h"

namespace freshet {
namespace {

using std::chrono::milliseconds;

struct BurstRun {
  std::string name;
  std::vector<double> starts = {0};  // of the bursts of a day, in hours
  milliseconds step{1000};           // between two checks
  bool edits_in_bursts = true;       // those of a day at one moment
  double checks_per_page = 1.0 / 7;  // per day
  std::uint64_t seed = 1;
  double moved_seconds = 0;  // largest random shift of a check
};

// 529 pages, two of them edited daily and five every third day.
class BurstSite {
 public:
  static constexpr std::size_t kPages = 529;
  static constexpr std::size_t kDaily = 2;
  static constexpr std::size_t kEdited = 7;
  static constexpr int kDays = 21;

  explicit BurstSite(const BurstRun& run)
      : run_(run),
        random_(run.seed),
        moves_(99),
        policy_(shipped_training(CountedChanges::content).prior, options_of(run)) {
    for (std::size_t page = 0; page < kPages; ++page) {
      seen_.push_back(at(0) + run.step * static_cast<std::int64_t>(page));
      numbers_.push_back(policy_.add({.first_seen = seen_.back()}));
    }
    while (edited_.size() < kEdited) {
      const std::size_t page = random_.below(kPages);
      if (std::ranges::find(edited_, page) == edited_.end()) edited_.push_back(page);
    }
    changes_.resize(kPages);
    for (int day = 1; day <= kDays; ++day) {
      const double burst = 0.05 + 0.9 * random_.unit();
      for (std::size_t i = 0; i < kEdited; ++i)
        if (i < kDaily || day % 3 == 0)
          changes_[edited_[i]].push_back(
              at(day - (run.edits_in_bursts ? burst : 0.05 + 0.9 * random_.unit())));
    }
  }

  // Returns the largest difference of estimate and truth after a burst, from the sixth day on.
  double worst_gap() {
    double worst = 0;
    for (int day = 1; day <= kDays; ++day) {
      const double late = 0.2 * random_.unit() / 24;
      for (const double start : run_.starts) {
        const Time ended = make_checks(at(day + late + start / 24));
        if (day > 5) worst = std::max(worst, std::abs(believed(ended) - fresh(ended)));
        ended_ = ended;
      }
    }
    return worst;
  }

  PageOutlook outlook(std::size_t edited) const {
    return policy_.outlook(numbers_[edited_[edited]], ended_);
  }
  double believed(Time now) const {
    double sum = 0;
    for (const PageNumber number : numbers_) sum += 1 - policy_.stale_probability(number, now);
    return sum / kPages;
  }
  Time ended() const { return ended_; }

 private:
  static Time at(double day) { return time_of(1000 + day); }

  static LivePolicyOptions options_of(const BurstRun& run) {
    LivePolicyOptions options;
    options.budget.checks_per_day =
        static_cast<std::uint64_t>(std::ceil(run.checks_per_page * kPages));
    options.budget.saved_days = 1;
    return options;
  }

  Time make_checks(Time now) {
    std::vector<PageNumber> out;
    while (const auto check = policy_.next(now)) out.push_back(check->page);
    for (const PageNumber number : out) {
      now += run_.step;
      const auto page =
          static_cast<std::size_t>(std::ranges::find(numbers_, number) - numbers_.begin());
      Time moment = now;
      if (run_.moved_seconds > 0)
        moment += Duration(static_cast<std::int64_t>(1e6 * run_.moved_seconds * moves_.unit()));
      policy_.observe(
          {number, moment, is_fresh(page, now) ? PolicyOutcome::unchanged : PolicyOutcome::changed},
          0);
      seen_[page] = now;
    }
    return now + Duration(static_cast<std::int64_t>(1e6 * run_.moved_seconds));
  }

  bool is_fresh(std::size_t page, Time now) const {
    return std::ranges::none_of(changes_[page],
                                [&](Time change) { return change > seen_[page] && change <= now; });
  }
  double fresh(Time now) const {
    double sum = 0;
    for (std::size_t page = 0; page < kPages; ++page) sum += is_fresh(page, now) ? 1 : 0;
    return sum / kPages;
  }

  const BurstRun run_;
  Random random_;
  Random moves_;
  LivePolicy policy_;
  std::vector<Time> seen_;
  std::vector<PageNumber> numbers_;
  std::vector<std::size_t> edited_;
  std::vector<std::vector<Time>> changes_;
  Time ended_{};
};

std::vector<double> hourly() {
  std::vector<double> starts;
  for (int hour = 0; hour < 23; ++hour) starts.push_back(hour);
  return starts;
}

std::vector<BurstRun> burst_runs() {
  std::vector<BurstRun> runs;
  for (const bool in_bursts : {true, false}) {
    for (const int step : {0, 5, 300, 1000, 3000, 15000, 60000})
      runs.push_back({.name = "once a day",
                      .step = milliseconds(step),
                      .edits_in_bursts = in_bursts,
                      .seed = runs.size() + 1});
    for (const double later : {0.5, 0.99, 1.01, 1.5, 3.0, 12.0})
      runs.push_back({.name = "twice a day",
                      .starts = {0, later},
                      .edits_in_bursts = in_bursts,
                      .seed = runs.size() + 1});
    runs.push_back({.name = "hourly",
                    .starts = hourly(),
                    .edits_in_bursts = in_bursts,
                    .seed = runs.size() + 1});
    runs.push_back({.name = "all pages daily",
                    .step = milliseconds(15000),
                    .edits_in_bursts = in_bursts,
                    .checks_per_page = 1,
                    .seed = runs.size() + 1});
  }
  return runs;
}

TEST(LiveBursts, BeliefStaysNearTheTruth) {
  for (const BurstRun& run : burst_runs()) {
    BurstSite site(run);
    SCOPED_TRACE(run.name + ", step " + std::to_string(run.step.count()) + " ms, last burst at " +
                 std::to_string(run.starts.back()) + " h, seed " + std::to_string(run.seed));
    EXPECT_LT(site.worst_gap(), 0.05);
    for (std::size_t i = 0; i < BurstSite::kDaily; ++i) {
      const PageOutlook outlook = site.outlook(i);
      EXPECT_GT(outlook.changes_per_day, 0.5);
      EXPECT_LT(outlook.changes_per_day, 15);
      ASSERT_TRUE(outlook.planned);
      EXPECT_LT(days_of(*outlook.planned - site.ended()), 3);
    }
  }
}

TEST(LiveBursts, AFewSecondsMoreOrLessChangeLittle) {
  BurstRun run{.name = "moved"};
  BurstSite exact(run);
  run.moved_seconds = 2;
  BurstSite moved(run);
  exact.worst_gap();
  moved.worst_gap();
  EXPECT_NEAR(exact.believed(exact.ended()), moved.believed(moved.ended()), 0.01);
  for (std::size_t i = 0; i < BurstSite::kEdited; ++i) {
    const double rate = exact.outlook(i).changes_per_day;
    EXPECT_NEAR(moved.outlook(i).changes_per_day, rate, 0.25 * rate);
  }
}

// One page of a quiet site, checked daily.
PageOutlook outlook_after(int checks, int changes) {
  LivePolicy policy(shipped_training(CountedChanges::content).prior, {});
  const auto at = [](double day) { return time_of(1000 + day); };
  std::vector<PageNumber> pages;
  for (int i = 0; i < 50; ++i) pages.push_back(policy.add({.first_seen = at(0)}));
  for (int day = 1; day <= checks; ++day)
    for (std::size_t i = 0; i < pages.size(); ++i)
      policy.observe({pages[i], at(day + 1e-5 * static_cast<double>(i)),
                      i == 7 && day <= changes ? PolicyOutcome::changed : PolicyOutcome::unchanged},
                     0);
  return policy.outlook(pages[7], at(checks + 0.01));
}

TEST(LiveBursts, AnEstimateLiesWithinItsIntervalAndGrowsWithTheChanges) {
  double before = 0;
  for (int changes = 0; changes <= 12; ++changes) {
    const PageOutlook outlook = outlook_after(12, changes);
    EXPECT_EQ(outlook.changes, static_cast<std::uint32_t>(changes));
    EXPECT_LE(outlook.changes_per_day_low, outlook.changes_per_day) << changes;
    EXPECT_GE(outlook.changes_per_day_high, outlook.changes_per_day) << changes;
    EXPECT_GE(outlook.changes_per_day, before) << changes;
    before = outlook.changes_per_day;
  }
  EXPECT_GT(before, 1);
}

}  // namespace
}  // namespace freshet
