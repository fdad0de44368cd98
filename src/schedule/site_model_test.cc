#include "schedule/site_model.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "schedule/plain_policies.h"

namespace freshet {
namespace {

SiteModelOptions without_clock() {
  SiteModelOptions options;
  options.uses_clock = false;
  return options;
}

double worth_in_double(const RateWeights& belief, double days) {
  double sum = 0;
  for (std::size_t j = 0; j < kRateSteps; ++j)
    sum += static_cast<double>(belief[j]) * check_worth(rate_grid()[j], days);
  return sum;
}

// Compares the stored form (one span for all quiet checks, steps for the others) with the plain
// one.
TEST(SiteModel, BelievesWhatThePlainPosteriorDoes) {
  Random random(3);
  for (int i = 0; i < 50; ++i) {
    SiteModel model(even_weights(), without_clock(), 0);
    const PageSlot slot = model.add(0);
    RatePosterior plain;
    double at = 0;
    for (int check = 0; check < 40; ++check) {
      const double days = 0.01 + 20 * random.unit() * random.unit();
      const bool has_changed = random.with_probability(0.3);
      at += days;
      model.observe(slot, at, has_changed);
      plain.observe({days, has_changed});
    }
    const RateWeights belief = model.belief(slot);
    const RateWeights expected = plain.weights(even_weights());
    for (std::size_t j = 0; j < kRateSteps; ++j) EXPECT_NEAR(belief[j], expected[j], 0.01F);
  }
}

TEST(SiteModel, WorthIsTheIndexOverTheBelief) {
  SiteModel model(even_weights(), without_clock(), 0);
  const PageSlot slot = model.add(0);
  model.observe(slot, 10, true);
  model.observe(slot, 30, false);
  for (const double days : {1e-3, 0.1, 1.0, 7.0, 100.0, 1000.0}) {
    const double expected = worth_in_double(model.belief(slot), days);
    EXPECT_NEAR(model.worth(slot, 30 + days), expected, 1e-4 * expected + 1e-6) << days;
  }
}

TEST(SiteModel, WorthIsCountedInDaysOfTheCalendar) {
  // Two pages without changes: the clock slows down, so a copy stays fresh for longer than in days
  // of the clock.
  SiteModel model(even_weights(), {}, 0);
  const PageSlot slot = model.add(0);
  const PageSlot other = model.add(0);
  for (int day = 1; day <= 40; ++day) {
    model.observe(other, day, false);
    model.settle_clock(day);
  }
  EXPECT_LT(model.pace(), 0.5);
  const auto span = static_cast<double>(model.span(slot, 40));
  EXPECT_NEAR(model.worth(slot, 40), worth_in_double(model.belief(slot), span) / model.pace(),
              0.01 * static_cast<double>(model.worth(slot, 40)));
}

TEST(SiteModel, SaysWhenACheckWillBeWorthIt) {
  SiteModel model(even_weights(), without_clock(), 0);
  const PageSlot slot = model.add(0);
  model.observe(slot, 5, true);
  for (const float odds : {0.2F, 1.0F, 6.0F}) {
    const auto days = model.days_until_worth(slot, 7, 2, 1000, odds);
    ASSERT_TRUE(days);
    EXPECT_NEAR(model.worth(slot, 7 + *days, odds), 2.0F, 0.01F) << odds;
  }
  EXPECT_EQ(model.days_until_worth(slot, 7, 0, 1000), 0);
  EXPECT_FALSE(model.days_until_worth(slot, 7, 1e9, 1000));
}

TEST(SiteModel, HintsMoveTheOdds) {
  SiteModel model(even_weights(), without_clock(), 0);
  const PageSlot slot = model.add(0);
  model.observe(slot, 10, false);
  const float plain = model.stale_probability(slot, 15);
  EXPECT_NEAR(model.stale_probability(slot, 15, 6), 6 * plain / (6 * plain + 1 - plain), 1e-4F);
  EXPECT_NEAR(model.worth(slot, 15, 1.000001F), model.worth(slot, 15), 1e-4F);
  EXPECT_GT(model.worth(slot, 15, 6), 1.5F * model.worth(slot, 15));
  EXPECT_LT(model.worth(slot, 15, 0.2F), 0.7F * model.worth(slot, 15));
}

TEST(SiteModel, FirstSightStandsForTheCommonPrior) {
  RateWeights slow{};
  slow[2] = 1;
  SiteModel model(even_weights(), without_clock(), 0);
  const PageSlot slot = model.add(0, &slow);
  EXPECT_GT(model.belief(slot)[2], 0.99F);
  RateWeights broken = even_weights();
  broken[0] = NAN;
  broken[1] = -4;
  broken[2] = INFINITY;
  const RateWeights belief = model.belief(model.add(0, &broken));
  for (const float weight : belief) EXPECT_TRUE(weight >= 0 && weight <= 1) << weight;
}

TEST(SiteModel, PagesTeachEachOther) {
  SiteModel model(even_weights(), without_clock(), 0);
  const PageSlot unseen = model.add(0);
  const float before = model.worth(unseen, 3);
  for (int i = 0; i < 100; ++i) {
    const PageSlot slot = model.add(0);
    for (int day = 30; day <= 120; day += 30) model.observe(slot, day, false);
  }
  model.learn_prior();
  EXPECT_LT(model.worth(unseen, 3), before / 2);
}

TEST(SiteModel, ClocksThatJumpBackAndNoTimeAtAllTellNothing) {
  SiteModel model(even_weights(), {}, 100);
  const PageSlot slot = model.add(100);
  model.add(100);
  const RateWeights before = model.belief(slot);
  model.observe(slot, 100, true);
  model.observe(slot, 40, true);
  EXPECT_EQ(model.belief(slot), before);
  EXPECT_EQ(model.last_check(slot), 40);
  model.observe(slot, 41, false);
  EXPECT_EQ(model.checks(slot), 1U);
  EXPECT_EQ(model.worth(slot, 30), 0);
}

TEST(SiteModel, StaysSoundUnderThousandsOfChanges) {
  SiteModel model(even_weights(), {}, 0);
  const PageSlot slot = model.add(0);
  const PageSlot other = model.add(0);
  for (int i = 1; i <= 70'000; ++i) {
    model.observe(slot, i * 0.01, true);
    if (i % 10'000 == 0) {
      model.observe(other, i * 0.01, false);
      model.settle_clock(i * 0.01);
      model.learn_prior();
    }
  }
  EXPECT_EQ(model.changes(slot), 0xffffU);
  float sum = 0;
  for (const float weight : model.belief(slot)) sum += weight;
  EXPECT_NEAR(sum, 1, 1e-4F);
  const float worth = model.worth(slot, 701);
  EXPECT_TRUE(worth > 0 && worth < 1) << worth;
}

}  // namespace
}  // namespace freshet
