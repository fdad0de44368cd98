// A planner loaded from the catalog has the same estimates as the one that ran.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "catalog/open_catalog.h"
#include "predict/shipped_first_sight.h"
#include "schedule/shipped_training.h"
#include "simulation/refresh_run.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

std::vector<std::string> watched_urls(Catalog& catalog) {
  std::vector<std::string> urls;
  EXPECT_TRUE(catalog.each_belief(std::nullopt, [&](const PageBelief& belief) {
    urls.push_back(belief.page.url);
    return true;
  }));
  return urls;
}

// Returns the estimates about a page's changes. The time of its next check also depends on the
// budget spent, and the probability of a change, on later sitemaps: these are read again.
auto beliefs_in(const PageOutlook& outlook) {
  return std::tuple(outlook.changes_per_day, outlook.changes_per_day_low,
                    outlook.changes_per_day_high, outlook.last_check, outlook.checks,
                    outlook.changes, outlook.site_pace);
}

struct Restarted {
  std::size_t pages = 0;
  std::size_t unlike = 0;
  std::string first_unlike;
  double heard = 0;  // copies that sitemaps make older or newer
};

Restarted restart(const WorldPlan& world, Duration time) {
  const Scratch scratch;
  SimulatedWeb web(world);
  RefreshRunOptions options;
  options.time = time;
  options.budget = 0.3;
  options.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
  Restarted found;
  options.at_end = [&](const Planner& ran) {
    auto catalog = open_catalog(system_disk(), catalog_address(scratch / "a"),
                                {.access = CatalogAccess::read});
    ASSERT_TRUE(catalog);
    const auto loaded =
        Planner::load(**catalog, shipped_first_sight(CountedChanges::content),
                      shipped_training(CountedChanges::content).prior, {}, web.clock.now());
    ASSERT_TRUE(loaded);
    // The last line of refresh has the number that report finds in the archive.
    const RefreshView was = ran.view(web.clock.now()), is = (*loaded)->view(web.clock.now());
    EXPECT_EQ(was.scheduled, is.scheduled);
    EXPECT_NEAR(was.fresh_by_checks, is.fresh_by_checks, 1e-6);
    EXPECT_NEAR(is.fresh, is.fresh_by_checks, 1e-6) << "nothing was heard yet";
    found.heard = std::abs(was.fresh - was.fresh_by_checks);
    for (const std::string& url : watched_urls(**catalog)) {
      const auto before = ran.outlook(url, web.clock.now());
      const auto after = (*loaded)->outlook(url, web.clock.now());
      ++found.pages;
      if (before.has_value() == after.has_value() &&
          (!before || beliefs_in(*before) == beliefs_in(*after)))
        continue;
      ++found.unlike;
      if (!found.first_unlike.empty()) continue;
      found.first_unlike = url + " " + (before ? std::to_string(before->changes_per_day) : "gone") +
                           " and " + (after ? std::to_string(after->changes_per_day) : "gone");
    }
  };
  const RefreshRunResult done = run_refresh(web, system_disk(), scratch / "a", options);
  EXPECT_TRUE(done.status) << done.status.error().message;
  EXPECT_GT(done.counts.changed, 20U);
  return found;
}

TEST(RefreshRestartTest, BelievesTheSameAfterARestart) {
  const Restarted found = restart(
      {.seed = 7, .hosts = 8, .pages = 200, .features = {.traps = false, .misbehaviour = false}},
      std::chrono::days(12));
  EXPECT_GT(found.pages, 150U);
  EXPECT_EQ(found.unlike, 0U) << "of " << found.pages << ": " << found.first_unlike;
  EXPECT_GT(found.heard, 0) << "otherwise the comparison of the views shows nothing";
}

}  // namespace
}  // namespace freshet
