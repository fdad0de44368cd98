#include "predict/basket_forest.h"

#include <gtest/gtest.h>

#include <limits>

namespace freshet {
namespace {

BasketClassifier asking(const BasketForest& forest) {
  return [&forest](const std::vector<double>& values) { return forest.basket(values); };
}

TEST(BasketForest, TheRightBasketIsTheNearestLoopTime) {
  EXPECT_EQ(right_basket(1, {}), 0U);
  EXPECT_EQ(right_basket(10, {}), 1U);
  EXPECT_EQ(right_basket(24, {}), 2U);
  EXPECT_EQ(right_basket(1e9, {}), 4U);
}

TEST(BasketForest, IsRightAboutPagesItHasNotSeenMoreOftenThanCounting) {
  const auto known = made_basket_examples(943, 1, {});
  const auto asked = made_basket_examples(2000, 2, {});
  const auto forest = BasketForest::train(known, {}, {});
  ASSERT_TRUE(forest) << forest.error().message;
  const BasketScore learned = score_baskets(asked, asking(*forest), {});
  const BasketScore counted = score_baskets(asked, counting_classifier({}), {});
  EXPECT_GT(learned.right, counted.right + 0.05);
  EXPECT_NEAR(learned.right + learned.shorter + learned.longer, 1, 1e-9);
  EXPECT_NEAR(learned.gain.information, -learned.gain.processing, 1e-9);
}

TEST(BasketForest, MadePagesTeachIt) {
  const auto classify = made_basket_classifier({});
  ASSERT_TRUE(classify) << classify.error().message;
  EXPECT_EQ((*classify)({4, 6, 10, 14, 20}), 0U);
  EXPECT_EQ((*classify)({0, 0, 0, 0, 0}), 4U);
  const BasketScore score = score_baskets(made_basket_examples(2000, 7, {}), *classify, {});
  EXPECT_GT(score.right, 0.5);
  // The value of a missed poll.
  constexpr double kMissed = std::numeric_limits<double>::quiet_NaN();
  EXPECT_LE((*classify)({kMissed, kMissed, kMissed, kMissed, 20}), 1U);
  EXPECT_EQ((*classify)({kMissed, kMissed, kMissed, kMissed, 0}), 4U);
  BasketOptions one;
  one.loop_hours = {24};
  EXPECT_EQ((*made_basket_classifier(one))({9}), 0U);
}

TEST(BasketForest, ComesBackFromItsText) {
  ForestOptions small;
  small.trees = 5;
  const auto forest = BasketForest::train(made_basket_examples(100, 1, {}), {}, small);
  ASSERT_TRUE(forest);
  const auto again = BasketForest::read(forest->write(), {});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->write(), forest->write());
  BasketOptions other;
  other.loop_hours = {1, 2};
  const auto refused = BasketForest::read(forest->write(), other);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "the model was made for other polls or other loop times; train it anew with these");
}

TEST(BasketForest, AHistoryTeachesWithDaysInThePlaceOfHours) {
  // Detected on days 4, 6, 9, 14 and 21; the second page is gone by then.
  const DayHistory history{{"a"}, {{0, 10, 240, {17, 30}}, {0, 10, 20, {12}}}};
  const auto examples = basket_examples(history, {});
  ASSERT_EQ(examples.size(), 1U);
  EXPECT_EQ(examples[0].change_values, (std::vector<double>{0, 0, 2, 2, 2}));
  EXPECT_EQ(examples[0].basket, 4U);
}

TEST(BasketForest, SaysWhyExamplesCannotBeLearnedFrom) {
  EXPECT_FALSE(BasketForest::train({}, {}, {}));
  const std::vector<BasketExample> few = {{{1, 2}, 0}};
  const auto refused = BasketForest::train(few, {}, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "an example has 2 change values, and 5 polls are made");
}

}  // namespace
}  // namespace freshet
