// The budget of a refresh, over consecutive runs and with a site that would consume all of it.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "simulation/refresh_run.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

RefreshRunOptions options_for(double budget, Duration time) {
  RefreshRunOptions options;
  options.time = time;
  options.budget = budget;
  options.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
  options.plan.requisites = false;
  return options;
}

TEST(RefreshBudgetTest, ARunThatFollowsAnotherSpendsOnlyWhatHasAccruedSince) {
  const Scratch scratch;
  SimulatedWeb web(
      {.seed = 3, .hosts = 4, .pages = 100, .features = {.traps = false, .misbehaviour = false}});
  RefreshRunOptions options = options_for(0.5, std::chrono::hours(3));
  options.planner.only_once = true;
  options.planner.policy.interval_min = std::chrono::milliseconds(1);
  const auto checks = [&] {
    const RefreshRunResult done = run_refresh(web, system_disk(), scratch / "a", options);
    EXPECT_TRUE(done.status) << done.status.error().message;
    options.is_crawled = true;
    return done.counts.checks();
  };
  const std::uint64_t a_day = checks();
  EXPECT_GT(a_day, 30U);
  web.clock.jump(std::chrono::hours(1));
  const std::uint64_t later = checks();
  EXPECT_GE(later, 1U);
  EXPECT_LE(later, a_day / 4);
  web.clock.jump(std::chrono::days(1));
  EXPECT_GE(checks(), a_day * 3 / 4);
}

// A host whose every answer differs, without validators.
class Eater {
 public:
  PracticeWebOptions options() {
    return {.bend = [this](const PracticeRequest& request, Time, PracticeAnswer& answer) {
      if (host.empty() || request.host != host || request.target == "/robots.txt") return;
      if (answer.status != 200 && answer.status != 304) return;
      answer = {};
      answer.headers = {{"Content-Type", "text/html"}};
      answer.body = "<!doctype html><title>t</title>";
      for (int i = 0; i < 40; ++i)
        answer.body +=
            "<p>What number " + std::to_string(++count) + " says is not what others say.";
    }};
  }

  std::string host;
  int count = 0;
};

std::string host_of(const std::string& url) { return std::string(Url::parse(url)->hostname()); }

struct Outcome {
  RefreshRunResult result;
  std::map<std::string, std::uint64_t> checks;  // by host

  double share(const std::string& host) const {
    std::uint64_t all = 0;
    for (const auto& [name, count] : checks) all += count;
    return static_cast<double>(checks.at(host)) / static_cast<double>(all);
  }
  double freshness_but_for(const std::string& host) const {
    std::vector<PageTruth> others;
    for (const PageTruth& page : result.truths)
      if (host_of(page.url) != host) others.push_back(page);
    return mean_freshness(others, result.from, result.until);
  }
};

// `host` behaves so, unless it is empty.
Outcome run_with(const std::string& host) {
  const Scratch scratch;
  Eater eater;
  SimulatedWeb web(
      {.seed = 5, .hosts = 8, .pages = 160, .features = {.traps = false, .misbehaviour = false}},
      eater.options());
  RefreshRunOptions options = options_for(0.3, std::chrono::days(10));
  std::size_t log_before = 0;
  options.each_call = [&] {
    if (log_before == 0) log_before = web.web.log().size();
    eater.host = host;
  };
  Outcome outcome{.result = run_refresh(web, system_disk(), scratch / "a", options), .checks = {}};
  EXPECT_TRUE(outcome.result.status) << outcome.result.status.error().message;
  std::set<std::string> pages;
  for (const PageTruth& page : outcome.result.truths) pages.insert(page.url);
  for (std::size_t i = log_before; i < web.web.log().size(); ++i)
    if (pages.contains(web.web.log()[i].url)) ++outcome.checks[host_of(web.web.log()[i].url)];
  return outcome;
}

TEST(RefreshBudgetTest, ASiteThatChangesAtEachCheckDoesNotEatTheBudget) {
  const Outcome honest = run_with("");
  std::map<std::string, std::size_t> pages;
  for (const PageTruth& page : honest.result.truths) ++pages[host_of(page.url)];
  // A host that is not so large that it deserves much of the budget.
  std::string host;
  for (const auto& [name, count] : pages)
    if (5 * count < honest.result.truths.size() && count > pages[host]) host = name;
  const Outcome eaten = run_with(host);
  EXPECT_LE(eaten.share(host), 0.5);
  EXPECT_GT(eaten.freshness_but_for(host), honest.freshness_but_for(host) - 0.03)
      << honest.share(host) << " and " << eaten.share(host) << " of the checks";
}

}  // namespace
}  // namespace freshet
