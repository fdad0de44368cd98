#include "refresh/planner.h"

#include <gtest/gtest.h>

#include <string>

#include "catalog/open_catalog.h"
#include "predict/shipped_first_sight.h"
#include "schedule/shipped_training.h"
#include "store/snapshot_facts.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

class PlannerTest : public testing::Test {
 protected:
  PlannerTest() {
    auto catalog = open_catalog(system_disk(), sqlite_address(scratch_ / "catalog.sqlite"), {});
    EXPECT_TRUE(catalog);
    auto planner =
        Planner::load(**catalog, shipped_first_sight(CountedChanges::any),
                      shipped_training(CountedChanges::any).prior, {}, *parse_time("2026-11-01"));
    EXPECT_TRUE(planner);
    planner_ = *std::move(planner);
  }

  // The rate that is guessed of a page of which all is average.
  double first_sight(const std::string& url, Time time) {
    Observation observation{.page = page_key_of(url), .time = time};
    observation.features = {.links = 50, .elements = 300, .text_bytes = 4000, .raw_bytes = 20000};
    return planner_->record(observation).beliefs.at(0).first_rate;
  }

  void check(const std::string& url, Time time, bool has_changed) {
    Observation observation{.page = page_key_of(url), .time = time};
    observation.check = {.page = observation.page,
                         .time = time,
                         .outcome = has_changed ? CheckOutcome::changed : CheckOutcome::same,
                         .status = 200};
    planner_->record(observation);
  }

  Scratch scratch_;
  std::unique_ptr<Planner> planner_;
};

TEST_F(PlannerTest, ANewPageIsGuessedFromWhatIsKnownOfItsSite) {
  const Time began = *parse_time("2026-11-01");
  for (int i = 0; i < 10; ++i) {
    const std::string page = std::to_string(i);
    first_sight("https://busy.example/" + page, began);
    first_sight("https://quiet.example/" + page, began);
    for (int day = 1; day <= 20; ++day) {
      check("https://busy.example/" + page, began + std::chrono::days(day), true);
      check("https://quiet.example/" + page, began + std::chrono::days(day), false);
    }
  }
  const Time later = began + std::chrono::days(21);
  const double nothing_known = first_sight("https://new.example/", later);
  EXPECT_GT(first_sight("https://www.busy.example/new", later), 2 * nothing_known);
  EXPECT_LT(first_sight("https://quiet.example/new", later), nothing_known);
}

}  // namespace
}  // namespace freshet
