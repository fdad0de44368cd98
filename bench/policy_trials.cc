// The default refresh policy over several splits of the sites, against others: what its figures are
// worth, and what another setting would change.
//
//   policy_trials DIR [--seeds N] [--policies NAME,...] [--columns TEXT] [--intervals]
//   [--untold] [KEY=VALUE...]
//
// DIR is a change history. Each KEY=VALUE changes a constant of the default policy. Prints
// freshness of each policy in each column whose name holds TEXT, as the mean over N pairs of fold
// and tie seeds, its deviation, and with --intervals how much fresher the first is than each.
// With --untold the default does not know that sites count once.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/disk.h"
#include "base/split.h"
#include "lab/live_replay.h"
#include "lab/replay.h"
#include "lab/trial.h"
#include "predict/change_history.h"

namespace {

using namespace freshet;

constexpr std::size_t kFolds = 5;
constexpr int kDraws = 300;

struct Wish {
  std::string directory;
  std::size_t seeds = 5;
  std::vector<std::string> policies = {"default"};
  std::string columns;
  bool has_intervals = false;
  bool is_untold = false;  // the default does not know that sites count once
  SitePolicyOptions options;
};

bool set_constant(SitePolicyOptions& options, std::string_view key, double value) {
  const auto small = static_cast<float>(value);
  if (key == "shape")
    options.model.clock.shape = value;
  else if (key == "own")
    options.model.clock.own = value;
  else if (key == "window")
    options.model.clock.window_days = value;
  else if (key == "pace")
    options.model.clock.pace_days = value;
  else if (key == "em")
    options.model.clock.rounds = static_cast<int>(value);
  else if (key == "strength")
    options.model.prior_strength = small;
  else if (key == "full")
    options.model.checks_full = small;
  else if (key == "rate_max")
    options.model.clock_rate_max = small;
  else if (key == "explored")
    options.explored_share = small;
  else if (key == "explored_weight")
    options.explored_weight = small;
  else if (key == "rounds")
    options.rounds = static_cast<std::size_t>(value);
  else if (key == "cap")
    options.site_share_max = small;
  else
    return false;
  return true;
}

Wish read_wish(int argc, char** argv) {
  Wish wish;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const std::size_t equals = word.find('=');
    if (word == "--seeds" && i + 1 < argc)
      wish.seeds = std::strtoul(argv[++i], nullptr, 10);
    else if (word == "--policies" && i + 1 < argc)
      for (const std::string_view name : split_at(',', argv[++i])) wish.policies.emplace_back(name);
    else if (word == "--columns" && i + 1 < argc)
      wish.columns = argv[++i];
    else if (word == "--intervals")
      wish.has_intervals = true;
    else if (word == "--untold")
      wish.is_untold = true;
    else if (equals == std::string_view::npos)
      wish.directory = word;
    else if (!set_constant(wish.options, word.substr(0, equals),
                           std::strtod(argv[i] + equals + 1, nullptr))) {
      fmt::print(stderr, "policy_trials: there is no constant \"{}\"\n", word.substr(0, equals));
      std::exit(2);
    }
  }
  return wish;
}

struct Sample {
  std::vector<double> values;
  double mean() const {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  }
  double deviation() const {
    double sum = 0;
    for (const double value : values) sum += (value - mean()) * (value - mean());
    return values.size() < 2 ? 0 : std::sqrt(sum / static_cast<double>(values.size() - 1));
  }
};

// What pages count when each site counts once. A running crawler gives a page its weight when it
// comes, so this is by all the pages that its site will have.
std::vector<float> site_weights(const DayHistory& history) {
  std::vector<float> pages_of(history.sites.size(), 0);
  for (const DayPage& page : history.pages) pages_of[page.site] += 1;
  std::vector<float> weights;
  for (const DayPage& page : history.pages) weights.push_back(1 / pages_of[page.site]);
  return weights;
}

// The forms of the default for a crawler that runs, by when it makes the checks of a day.
const std::vector<std::pair<std::string, CheckMoments>> kLivePolicies = {
    {"live", CheckMoments::together},
    {"live-seconds", CheckMoments::seconds},
    {"live-minutes", CheckMoments::minutes},
    {"live-hours", CheckMoments::hours}};

std::unique_ptr<DayPolicy> make_live(const DayHistory& history, const Training& training,
                                     const TrialOptions& options, CheckMoments moments) {
  LivePolicyOptions live;
  live.model = options.site_policy.model;
  live.explored_share = options.site_policy.explored_share;
  live.budget.site_share_max = static_cast<double>(options.site_policy.site_share_max);
  return live_replay(
      known_pages(history), training.prior, live,
      options.weights == PageWeights::sites ? site_weights(history) : std::vector<float>{},
      moments);
}

Result<ReplayRecord> run_policy(const std::string& name, const DayHistory& days,
                                const TrialOptions& options) {
  const auto live =
      std::ranges::find(kLivePolicies, name, &std::pair<std::string, CheckMoments>::first);
  if (live == kLivePolicies.end()) return run_folds(name, days, kFolds, options);
  return run_folds(
      [&](const DayHistory& history, const Training& training, const TrialOptions& told) {
        return make_live(history, training, told, live->second);
      },
      days, kFolds, options);
}

void run_column(const Wish& wish, const DayHistory& days, const std::string& name,
                TrialOptions options) {
  const PageWeights counted = options.weights;
  if (wish.is_untold) options.weights = PageWeights::pages;
  std::vector<ReplayRecord> firsts;
  for (const std::string& policy : wish.policies) {
    Sample freshness;
    Sample more;
    Sample low;
    Sample high;
    for (std::size_t seed = 1; seed <= wish.seeds; ++seed) {
      options.seed = seed;
      options.fold_seed = seed;
      auto record = run_policy(policy, days, options);
      if (!record) {
        fmt::print(stderr, "policy_trials: {}\n", record.error().message);
        std::exit(1);
      }
      freshness.values.push_back(score(*record, counted).freshness);
      if (wish.has_intervals && firsts.size() >= seed) {
        const ReplayRecord& first = firsts[seed - 1];
        more.values.push_back(score(first, counted).freshness - freshness.values.back());
        const ConfidenceInterval interval =
            difference_interval(first, *record, counted, kDraws, seed);
        low.values.push_back(interval.low);
        high.values.push_back(interval.high);
      }
      if (firsts.size() < seed) firsts.push_back(std::move(*record));
    }
    fmt::print("{:<24} {:<14} {:.4f} +- {:.4f}", name, policy, freshness.mean(),
               freshness.deviation());
    if (!more.values.empty())
      fmt::print("  {} {:+.4f} ({:+.4f} to {:+.4f})", wish.policies.front(), more.mean(),
                 low.mean(), high.mean());
    fmt::print("\n");
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Wish wish = read_wish(argc, argv);
  const auto history = read_change_history(system_disk(), wish.directory);
  if (!history) {
    fmt::print(stderr, "policy_trials: {}\n", history.error().message);
    return 1;
  }
  for (const CountedChanges changes : {CountedChanges::any, CountedChanges::content}) {
    const DayHistory days = count_in_days(*history, changes);
    for (const PageWeights weights : {PageWeights::pages, PageWeights::sites}) {
      for (const double budget : {0.01, 0.02, 0.05, 0.10}) {
        const std::string name =
            fmt::format("{}, {}, {:.2f}", changes == CountedChanges::any ? "any" : "content",
                        weights == PageWeights::pages ? "pages" : "sites", budget);
        if (name.find(wish.columns) == std::string::npos) continue;
        TrialOptions options;
        options.budget = budget;
        options.weights = weights;
        options.site_policy = wish.options;
        run_column(wish, days, name, options);
      }
    }
  }
  return 0;
}
