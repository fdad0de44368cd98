#include "predict/baskets.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freshet {
namespace {

constexpr ElementChanges kNone{};
constexpr ElementChanges kOne{.changed_elements = 1};

TEST(Baskets, PollAtTheHoursOfThePaper) {
  EXPECT_EQ(poll_hours({}), (std::vector<double>{4, 6, 9, 14, 21}));
  BasketOptions tight;
  tight.hours_min = 0.1;
  tight.factor = 1.0001;
  tight.hours_max = 1e9;
  EXPECT_LE(poll_hours(tight).size(), 64U);
}

TEST(Baskets, MissingElementsWeighMost) {
  EXPECT_EQ(change_value({1, 0, 0}, {}), 1);
  EXPECT_EQ(change_value({0, 1, 0}, {}), 2);
  EXPECT_EQ(change_value({1, 1, 1}, {}), 6);
}

TEST(Baskets, ADetectionEndsInTheBasketOfTheClassifier) {
  std::vector<double> given;
  const BasketClassifier classify = [&](const std::vector<double>& values) {
    given = values;
    return std::size_t{1};
  };
  BasketPage page;
  std::vector<double> waits;
  for (int i = 0; i < 5; ++i) {
    waits.push_back(page.hours_to_next({}));
    page.observe(i < 2 ? kNone : kOne, {}, classify);
  }
  EXPECT_EQ(waits, (std::vector<double>{4, 2, 3, 5, 7}));
  EXPECT_EQ(given, (std::vector<double>{0, 0, 2, 2, 2}));
  EXPECT_EQ(page.basket(), 1U);
  EXPECT_EQ(page.hours_to_next({}), 12);
}

TEST(Baskets, CountingPutsBusyPagesIntoFastBaskets) {
  const BasketClassifier classify = counting_classifier({.threshold = 0.5});
  EXPECT_EQ(classify({1, 1, 1, 1, 1}), 0U);
  EXPECT_EQ(classify({0, 0, 1, 1, 0}), 2U);
  EXPECT_EQ(classify({0, 0, 0, 0, 0}), 4U);
  EXPECT_EQ(classify({}), 4U);
}

TEST(Baskets, APageThatBehavesOtherwiseIsDetectedAgain) {
  const BasketClassifier classify = counting_classifier({});
  BasketPage page;
  for (int i = 0; i < 5; ++i) page.observe(kNone, {}, classify);
  ASSERT_EQ(page.basket(), 4U);
  for (int i = 0; i < 5; ++i) page.observe(kOne, {}, classify);
  EXPECT_EQ(page.basket(), 4U);
  page.observe(kOne, {}, classify);
  EXPECT_EQ(page.basket(), std::nullopt);
  for (int i = 0; i < 5; ++i) page.observe(kOne, {}, classify);
  EXPECT_EQ(page.basket(), 0U);
  for (int i = 0; i < 6; ++i) page.observe(kNone, {}, classify);
  EXPECT_EQ(page.basket(), std::nullopt);
}

TEST(Baskets, OtherLoopTimesAreTaken) {
  BasketOptions options;
  options.loop_hours = {1, 100};
  BasketPage page;
  for (int i = 0; i < 5; ++i) page.observe(kNone, options, counting_classifier(options));
  EXPECT_EQ(page.basket(), 1U);
  EXPECT_EQ(page.hours_to_next(options), 100);
}

TEST(Baskets, APollThatWasMissedIsNotKnown) {
  std::vector<double> given;
  const BasketClassifier classify = [&](const std::vector<double>& values) {
    given = values;
    return std::size_t{2};
  };
  BasketPage page;
  page.observe(kNone, {}, classify);
  page.skip_poll();
  EXPECT_EQ(page.hours_to_next({}), 3);
  for (int i = 0; i < 3; ++i) page.observe(kOne, {}, classify);
  EXPECT_EQ(page.basket(), 2U);
  ASSERT_EQ(given.size(), 5U);
  EXPECT_TRUE(std::isnan(given[1]));
  EXPECT_EQ(given[4], 2);
}

TEST(Baskets, SayWhatIsWrongWithOptions) {
  EXPECT_EQ(validate({}), std::nullopt);
  EXPECT_EQ(validate({.hours_min = 0}), "the first poll must come after more than 0 hours");
  EXPECT_EQ(validate({.factor = 1}), "the polls must grow apart by a factor above 1");
  BasketOptions options;
  options.loop_hours = {};
  EXPECT_EQ(validate(options), "there must be a basket at least");
  options.loop_hours = {12, 4};
  EXPECT_EQ(validate(options), "the times of the baskets must rise");
}

TEST(Baskets, InformationIsGainedWhereProcessingIsLost) {
  EXPECT_EQ(basket_gain(24, 12).information, 12);
  EXPECT_EQ(basket_gain(24, 12).processing, -12);
  EXPECT_EQ(basket_gain(24, 48).processing, 24);
}

}  // namespace
}  // namespace freshet
