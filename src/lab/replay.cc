#include "lab/replay.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace freshet {
namespace {

constexpr int kScoredDays = kHistoryDays - kScoredFrom;
constexpr std::int16_t kFresh = -1;

// The world of a replay: what is there, and since when each page is stale.
class World {
 public:
  explicit World(const DayHistory& history)
      : history_(history),
        stale_since_(history.pages.size(), kFresh),
        next_change_(history.pages.size(), 0) {}

  void begin_day(int day, std::vector<std::uint32_t>& live, std::vector<std::uint32_t>& open) {
    live.clear();
    open.clear();
    for (std::uint32_t i = 0; i < history_.pages.size(); ++i) {
      const DayPage& page = history_.pages[i];
      if (day < page.first_day || day >= page.end_day) continue;
      live.push_back(i);
      if (day > page.first_day) open.push_back(i);
      std::uint16_t& next = next_change_[i];
      while (next < page.changes.size() && page.changes[next] <= day) {
        if (stale_since_[i] == kFresh) stale_since_[i] = page.changes[next];
        ++next;
      }
    }
  }

  bool is_stale(std::uint32_t page) const { return stale_since_[page] != kFresh; }
  int stale_since(std::uint32_t page) const { return stale_since_[page]; }
  std::uint32_t site(std::uint32_t page) const { return history_.pages[page].site; }

  bool check(std::uint32_t page) {
    const bool was_stale = is_stale(page);
    stale_since_[page] = kFresh;
    return was_stale;
  }

 private:
  const DayHistory& history_;
  std::vector<std::int16_t> stale_since_;
  std::vector<std::uint16_t> next_change_;
};

void spend_day(int day, std::size_t checks, std::vector<std::uint32_t>& open, World& world,
               DayPolicy& policy, Random& random, ReplayRecord& record) {
  std::vector<std::uint32_t> picks;
  std::vector<DayCheck> seen;
  std::vector<bool> is_taken;
  while (checks > 0 && !open.empty()) {
    picks.clear();
    seen.clear();
    policy.pick({day, checks, open}, random, picks);
    require(picks.size() <= checks, "a policy picks what it may");
    if (picks.empty()) return;
    for (const std::uint32_t page : picks) {
      const bool has_changed = world.check(page);
      seen.push_back({page, has_changed});
      record.useful += has_changed ? 1 : 0;
    }
    record.checks += picks.size();
    checks -= picks.size();
    policy.observe(day, seen);
    if (checks == 0) return;
    is_taken.resize(std::max<std::size_t>(is_taken.size(), open.back() + std::size_t{1}));
    for (const std::uint32_t page : picks) is_taken[page] = true;
    const std::size_t before = open.size();
    std::erase_if(open, [&](std::uint32_t page) { return is_taken[page]; });
    require(open.size() + picks.size() == before, "a policy picks open pages, each once");
  }
}

// Adds up one day over sites; each draw of sites weighs them anew.
struct DaySums {
  double live = 0;
  double before = 0;
  double after = 0;
  double age = 0;
};

DaySums sum_day(const SiteDay* day, std::size_t sites, PageWeights weights,
                const std::vector<std::uint32_t>* times) {
  DaySums sums;
  for (std::size_t s = 0; s < sites; ++s) {
    const auto live = static_cast<double>(day[s].live);
    if (live == 0) continue;
    const double weight =
        (times ? (*times)[s] : 1.0) * (weights == PageWeights::sites ? 1 / live : 1);
    sums.live += weight * live;
    sums.before += weight * static_cast<double>(day[s].stale_before);
    sums.after += weight * static_cast<double>(day[s].stale_after);
    sums.age += weight * static_cast<double>(day[s].age);
  }
  return sums;
}

ReplayScore score_of(const ReplayRecord& record, PageWeights weights,
                     const std::vector<std::uint32_t>* times) {
  ReplayScore score;
  int days = 0;
  for (int d = 0; d < kScoredDays; ++d) {
    const DaySums sums = sum_day(record.days.data() + static_cast<std::size_t>(d) * record.sites,
                                 record.sites, weights, times);
    if (sums.live == 0) continue;
    ++days;
    score.freshness += 1 - (sums.before + sums.after) / (2 * sums.live);
    score.age_days += sums.age / sums.live;
  }
  if (days > 0) {
    score.freshness /= days;
    score.age_days /= days;
  }
  score.days = days;
  score.useful_share =
      record.checks == 0 ? 0
                         : static_cast<double>(record.useful) / static_cast<double>(record.checks);
  return score;
}

std::vector<std::uint32_t> draw_sites(std::size_t sites, Random& random) {
  std::vector<std::uint32_t> times(sites, 0);
  for (std::size_t i = 0; i < sites; ++i) ++times[random.below(sites)];
  return times;
}

ConfidenceInterval middle_95(std::vector<double>& values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const auto at = [&](double q) {
    return values[static_cast<std::size_t>(std::floor(q * static_cast<double>(values.size() - 1)))];
  };
  return {at(0.025), at(0.975)};
}

}  // namespace

std::vector<KnownPage> known_pages(const DayHistory& history) {
  std::vector<KnownPage> known;
  known.reserve(history.pages.size());
  for (const DayPage& page : history.pages)
    known.push_back({.site = page.site, .first_day = page.first_day});
  return known;
}

ReplayRecord replay(const DayHistory& history, double budget, DayPolicy& policy,
                    std::uint64_t seed) {
  require(budget >= 0 && budget <= 1, "a page is checked at most once a day");
  ReplayRecord record{.sites = history.sites.size(), .days = {}};
  record.days.resize(record.sites * kScoredDays);
  Random random(seed);
  World world(history);
  std::vector<std::uint32_t> live;
  std::vector<std::uint32_t> open;
  for (int day = 0; day < kHistoryDays; ++day) {
    world.begin_day(day, live, open);
    SiteDay* const sums =
        day < kScoredFrom
            ? nullptr
            : record.days.data() + static_cast<std::size_t>(day - kScoredFrom) * record.sites;
    for (const std::uint32_t page : live) {
      if (!sums) break;
      SiteDay& sum = sums[world.site(page)];
      sum.live += 1;
      if (!world.is_stale(page)) continue;
      sum.stale_before += 1;
      sum.age += static_cast<float>(day - world.stale_since(page));
    }
    const auto checks =
        static_cast<std::size_t>(std::nearbyint(budget * static_cast<double>(live.size())));
    spend_day(day, checks, open, world, policy, random, record);
    for (const std::uint32_t page : live)
      if (sums && world.is_stale(page)) sums[world.site(page)].stale_after += 1;
  }
  return record;
}

ReplayRecord pool(const std::vector<ReplayRecord>& parts) {
  ReplayRecord whole;
  for (const ReplayRecord& part : parts) {
    whole.sites += part.sites;
    whole.checks += part.checks;
    whole.useful += part.useful;
  }
  whole.days.reserve(whole.sites * kScoredDays);
  for (std::size_t d = 0; d < kScoredDays; ++d) {
    for (const ReplayRecord& part : parts) {
      const auto begin = part.days.begin() + static_cast<std::ptrdiff_t>(d * part.sites);
      whole.days.insert(whole.days.end(), begin, begin + static_cast<std::ptrdiff_t>(part.sites));
    }
  }
  return whole;
}

ReplayScore score(const ReplayRecord& record, PageWeights weights) {
  return score_of(record, weights, nullptr);
}

ReplayScore score(const ReplayRecord& record, PageWeights weights,
                  const std::vector<std::uint32_t>& times) {
  return score_of(record, weights, &times);
}

ConfidenceInterval freshness_interval(const ReplayRecord& record, PageWeights weights, int draws,
                                      std::uint64_t seed) {
  Random random(seed);
  std::vector<double> values;
  for (int i = 0; i < draws; ++i) {
    const ReplayScore drawn = score(record, weights, draw_sites(record.sites, random));
    if (drawn.days > 0) values.push_back(drawn.freshness);
  }
  return middle_95(values);
}

ConfidenceInterval difference_interval(const ReplayRecord& a, const ReplayRecord& b,
                                       PageWeights weights, int draws, std::uint64_t seed) {
  require(a.sites == b.sites, "only records of the same history are compared");
  Random random(seed);
  std::vector<double> values;
  for (int i = 0; i < draws; ++i) {
    const auto times = draw_sites(a.sites, random);
    const ReplayScore of_a = score(a, weights, times), of_b = score(b, weights, times);
    if (of_a.days > 0) values.push_back(of_a.freshness - of_b.freshness);
  }
  return middle_95(values);
}

}  // namespace freshet
