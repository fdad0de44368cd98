#include "report/equal_visiting.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/random.h"

namespace freshet {
namespace {

constexpr double kOuterWeight = 0.3;
constexpr double kMiddleWeight = 0.4;
constexpr double kIntervalMin = 1e-3;  // days
constexpr double kIntervalMax = 1e6;
constexpr int kHalvings = 40;
constexpr double kClearErrors = 2;  // standard errors from which a difference is significant
constexpr std::size_t kHistoriesOfAll = 40'000;
constexpr std::size_t kHistoriesOfPageMax = 100;
constexpr std::size_t kChangesMax = 2000;  // in one history; of more it is stale all the time
constexpr std::size_t kHostsMin = 8;       // fewer tell little of how hosts differ
constexpr std::uint64_t kSeed = 134;

// From 0 to `days`, when the first change comes that is known to come.
double first_change(double rate, double days, Random& random) {
  const double x = rate * days;
  if (x < 1e-9) return random.unit() * days;
  return std::min(-std::log1p(random.unit() * std::expm1(-x)) / rate, days);
}

// The changes of one page, in their order, as they may have been: in agreement with its checks.
class History {
 public:
  // The looking begins at day 0; the copy is older.
  void draw(const FollowedPage& page, double rate, Random& random) {
    changes_.clear();
    fresh_ = 0;
    double from = -page.age;
    for (const SeenCheck& check : page.checks) {
      const double to = std::clamp(check.day, std::max(from, 0.0), page.days);
      const std::size_t first = changes_.size();
      if (check.has_changed) draw_change(from, to, check.told, rate, random);
      count_fresh(from, to, first);
      from = to;
    }
    const std::size_t first = changes_.size();
    draw_any(from, page.days, rate, random);
    count_fresh(from, page.days, first);
  }

  // Returns the number of days since day 0 for which the copies made at the checks were fresh.
  double fresh() const { return fresh_; }

  // Splits the page's days for visits that are equally frequent. Returns the days until the first
  // change, when the copy at hand is fresh. Calls `gap` with the days from each change to the next,
  // and from the last one to the end.
  template <class Gap>
  double for_gaps(double days, const Gap& gap) const {
    if (changes_.empty()) return days;
    double last = std::max(changes_.front(), 0.0);
    const double head = last;
    for (std::size_t i = 1; i < changes_.size(); ++i) {
      if (changes_[i] <= last) continue;
      gap(changes_[i] - last);
      last = changes_[i];
    }
    gap(days - last);
    return head;
  }

 private:
  void add(double at) {
    if (changes_.size() < kChangesMax) changes_.push_back(at);
  }

  void draw_any(double from, double to, double rate, Random& random) {
    if (!(rate > 0)) return;
    for (double at = from;;) {
      at -= std::log1p(-random.unit()) / rate;
      if (!(at < to) || changes_.size() >= kChangesMax) return;
      add(at);
    }
  }

  // At least one; none after the moment that is told to be that of the last. A moment before the
  // copy was made is not that of the change that was found.
  void draw_change(double from, double to, std::optional<double> told, double rate,
                   Random& random) {
    if (told && *told >= from && *told < to) {
      draw_any(from, *told, rate, random);
      return add(*told);
    }
    const double first = from + first_change(rate, to - from, random);
    add(first);
    draw_any(first, to, rate, random);
  }

  void count_fresh(double from, double to, std::size_t first) {
    const double end = first < changes_.size() ? std::min(changes_[first], to) : to;
    fresh_ += std::max(end, 0.0) - std::max(from, 0.0);
  }

  std::vector<double> changes_;
  double fresh_ = 0;
};

// Somebody who comes every `interval` days, the first time at any moment of the first interval with
// equal chance, was here within the last t days with probability t / interval. So of the `gap` days
// between two changes his copy is fresh for so many.
double fresh_of_gap(double gap, double interval) {
  return gap <= interval ? gap * gap / (2 * interval) : gap - interval / 2;
}

// Times between changes, by their length as far as it matters.
class Gaps {
 public:
  void add(double gap) {
    if (!(gap > 0)) return;
    const double place = (std::log2(gap) + kOffset) * kInOctave;
    Bucket& bucket = buckets_[static_cast<std::size_t>(
        std::clamp(place, 0.0, static_cast<double>(buckets_.size() - 1)))];
    bucket.count += 1;
    bucket.sum += gap;
    bucket.squares += gap * gap;
  }

  double fresh(double interval) const {
    double sum = 0;
    for (const Bucket& bucket : buckets_) {
      const bool is_short = bucket.sum <= interval * bucket.count;
      sum += is_short ? bucket.squares / (2 * interval) : bucket.sum - bucket.count * interval / 2;
    }
    return sum;
  }

 private:
  static constexpr double kOffset = 20;    // from a millionth of a day
  static constexpr double kInOctave = 16;  // to 2,800 years
  struct Bucket {
    double count = 0;
    double sum = 0;
    double squares = 0;
  };
  std::array<Bucket, 640> buckets_{};
};

double drawn_rate(const BelievedRate& rate, Random& random) {
  const double chance = random.unit();
  if (chance < kOuterWeight) return rate.low;
  return chance < kOuterWeight + kMiddleWeight ? rate.middle : rate.high;
}

// Sums the differences of pages that belong together: ours less equal.
struct Difference {
  double fresh_days = 0;
  double page_days = 0;
};

// The standard error of the difference a day: by how much the parts differ from the whole.
double standard_error(std::span<const Difference> parts) {
  Difference whole;
  for (const Difference& part : parts) {
    whole.fresh_days += part.fresh_days;
    whole.page_days += part.page_days;
  }
  double squares = 0;
  for (const Difference& part : parts) {
    const double off = part.fresh_days - whole.fresh_days / whole.page_days * part.page_days;
    squares += off * off;
  }
  const auto count = static_cast<double>(parts.size());
  return count > 1 ? std::sqrt(squares * count / (count - 1)) / whole.page_days : 1;
}

// Pages of one host change together, so hosts are compared; where they are few, pages.
double noise_of(std::span<const FollowedPage> pages, std::span<const Difference> by_page) {
  std::vector<Difference> by_host;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    if (i == 0 || pages[i].host != pages[i - 1].host) by_host.emplace_back();
    by_host.back().fresh_days += by_page[i].fresh_days;
    by_host.back().page_days += by_page[i].page_days;
  }
  return by_host.size() >= kHostsMin ? standard_error(by_host) : standard_error(by_page);
}

}  // namespace

BelievedRate believed_rate(double mean, double low, double high) {
  mean = std::isfinite(mean) ? std::max(mean, 0.0) : 0;
  if (!(low >= 0) || !(high >= low) || !std::isfinite(high)) return {mean, mean, mean};
  const double middle = (mean - kOuterWeight * (low + high)) / kMiddleWeight;
  return {low, std::clamp(middle, low, high), high};
}

bool EqualVisiting::is_clear() const {
  return std::abs(fresh - equal_fresh) > kClearErrors * noise;
}

std::optional<EqualVisiting> compare_with_equal(std::span<const FollowedPage> pages) {
  EqualVisiting compared;
  for (const FollowedPage& page : pages) {
    compared.page_days += page.days;
    compared.checks += page.checks.size();
  }
  if (compared.checks == 0 || compared.page_days < 1) return std::nullopt;
  const double interval = compared.page_days / static_cast<double>(compared.checks);
  const std::size_t histories =
      std::clamp(kHistoriesOfAll / pages.size(), std::size_t{1}, kHistoriesOfPageMax);
  const double part = 1 / static_cast<double>(histories);

  Random random(kSeed);
  History history;
  Gaps gaps;
  std::vector<Difference> differences;
  double ours = 0;
  double equal = 0;
  double untouched = 0;  // until the first change
  for (const FollowedPage& page : pages) {
    double ours_here = 0;
    double equal_here = 0;
    for (std::size_t i = 0; i < histories; ++i) {
      history.draw(page, drawn_rate(page.rate, random), random);
      ours_here += part * history.fresh();
      const double head = history.for_gaps(page.days, [&](double gap) {
        gaps.add(gap);
        equal_here += part * fresh_of_gap(gap, interval);
      });
      equal_here += part * head;
      untouched += part * head;
    }
    ours += ours_here;
    equal += equal_here;
    differences.push_back({ours_here - equal_here, page.days});
  }
  compared.fresh = ours / compared.page_days;
  compared.equal_fresh = equal / compared.page_days;
  compared.noise = noise_of(pages, differences);

  // Freshness falls as the interval grows.
  double low = std::log(kIntervalMin);
  double high = std::log(kIntervalMax);
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (untouched + part * gaps.fresh(std::exp(middle)) > ours ? low : high) = middle;
  }
  compared.equal_checks = compared.page_days / std::exp((low + high) / 2);
  return compared;
}

}  // namespace freshet
