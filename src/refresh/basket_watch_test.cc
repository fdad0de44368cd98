#include "refresh/basket_watch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "refresh/watch_list.h"

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

const Time kBegin = Time(std::chrono::days(20'000));
constexpr ElementChanges kOne{.changed_elements = 1};

class BasketWatchTest : public testing::Test {
 protected:
  PollRecord poll(Duration after, bool has_changed = false, ElementChanges elements = kOne) {
    const PollRecord record = watch.observe(kBegin + after, has_changed, elements, rules);
    kept.emplace_back(kBegin + after,
                      with_poll(R"({"text":{"finding":"same"}})", record, watch, rules));
    return record;
  }

  // The hours, from the beginning, of the next poll.
  double due() const {
    return std::chrono::duration<double, std::ratio<3600>>(*watch.due(rules) - kBegin).count();
  }

  BasketWatch read_again() const {
    BasketWatch again(kBegin);
    for (const auto& [at, stages] : kept) again.restore(at, *poll_of(stages), rules);
    return again;
  }

  BasketRules rules{.options = {}, .classify = counting_classifier({})};
  BasketWatch watch{kBegin};
  std::vector<std::pair<Time, std::string>> kept;
};

TEST_F(BasketWatchTest, PollsAtTheHoursOfTheDetectionAndThenAsItsBasketSays) {
  for (const int at : {4, 6, 9, 14, 21}) {
    EXPECT_EQ(due(), at);
    poll(hours(at) + minutes(7));
  }
  EXPECT_EQ(watch.page().basket(), 4U);
  EXPECT_NEAR(due(), 21 + 7 / 60.0 + 48, 1e-6);
  EXPECT_EQ(watch.words(rules),
            "baskets mode: every 48 h, since the polls saw change values of 0, 0, 0, 0, 0");
}

TEST_F(BasketWatchTest, APollThatSawNothingNewKeepsTheChangesSinceTheFirstVersion) {
  poll(hours(4));
  EXPECT_EQ(poll(hours(6), true, {.new_elements = 2, .changed_elements = 1}).elements.new_elements,
            2);
  EXPECT_EQ(watch.compared_with(), kBegin);
  EXPECT_EQ(poll(hours(9)).elements.new_elements, 2);
  EXPECT_EQ(watch.words(rules),
            "baskets mode, detected: poll 4 of 5 is next, 14 h after 2024-10-04 00:00:00 UTC; "
            "change values so far: 0, 4, 4");
}

TEST_F(BasketWatchTest, AfterTheDetectionAPollIsComparedWithTheOneBefore) {
  for (const int at : {4, 6, 9, 14, 21}) poll(hours(at), true);
  EXPECT_EQ(watch.compared_with(), kBegin + hours(21));
  EXPECT_EQ(poll(hours(25)).elements.changed_elements, 0);
  EXPECT_EQ(watch.compared_with(), kBegin + hours(25));
}

TEST_F(BasketWatchTest, LatePollsMissThoseBeforeThem) {
  poll(hours(4));
  poll(hours(10), true);
  EXPECT_EQ(due(), 14);
  poll(hours(15), true);
  poll(hours(23), true);
  EXPECT_TRUE(std::isnan(watch.page().change_values()[1]));
  EXPECT_EQ(watch.page().basket(), 2U);  // 3 of 5 polls saw it changed
}

TEST_F(BasketWatchTest, AfterALongPauseTheDetectionBeginsAnew) {
  poll(hours(4));
  const PollRecord record = poll(hours(40), true);
  EXPECT_EQ(record.detected_since, kBegin + hours(40));
  EXPECT_EQ(due(), 44);
  EXPECT_TRUE(watch.page().change_values().empty());
}

TEST_F(BasketWatchTest, AClockThatWasPutBackBeginsTheDetectionAnew) {
  poll(hours(4));
  poll(hours(6));
  poll(hours(2));
  EXPECT_EQ(due(), 6);
}

TEST_F(BasketWatchTest, ACheckThatNobodyAskedForIsNoPoll) {
  poll(hours(1), true);
  EXPECT_EQ(due(), 4);
  EXPECT_EQ(poll(hours(4)).elements.changed_elements, 1);
}

TEST_F(BasketWatchTest, WithoutAFirstVersionTheNextPollGivesIt) {
  watch = BasketWatch();
  EXPECT_EQ(watch.due(rules), std::nullopt);
  EXPECT_EQ(watch.compared_with(), std::nullopt);
  EXPECT_EQ(poll(hours(50), true).detected_since, kBegin + hours(50));
  EXPECT_EQ(due(), 54);
}

TEST_F(BasketWatchTest, IsTheSameAgainFromWhatWasKept) {
  // Detected, contradicted, detected again; at each step.
  double at = 0;
  for (int i = 0; i < 25; ++i) {
    at = due() + 0.1;
    poll(std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::ratio<3600>>(at)),
         i > 6);
    const BasketWatch again = read_again();
    EXPECT_EQ(again.due(rules), watch.due(rules)) << i;
    EXPECT_EQ(again.words(rules), watch.words(rules)) << i;
    EXPECT_EQ(again.compared_with(), watch.compared_with()) << i;
  }
  EXPECT_EQ(watch.page().basket(), 0U);
}

TEST_F(BasketWatchTest, APageThatBehavesOtherwiseIsDetectedAgain) {
  for (const int at : {4, 6, 9, 14, 21}) poll(hours(at));
  for (int i = 1; i <= 6; ++i) poll(hours(21 + 48 * i), true);
  EXPECT_EQ(due(), 21 + 48 * 6 + 4);
  EXPECT_TRUE(watch.words(rules).starts_with("baskets mode, detected again: poll 1 of 5"))
      << watch.words(rules);
}

TEST_F(BasketWatchTest, AChangeThatOthersFoundDisturbsADetectionOnly) {
  poll(hours(4));
  watch.disturb(kBegin + hours(5));
  EXPECT_EQ(due(), 9);
  for (const int at : {9, 11, 14, 19, 26}) poll(hours(at));
  ASSERT_TRUE(watch.page().basket());
  watch.disturb(kBegin + hours(27));
  EXPECT_TRUE(watch.page().basket());
}

TEST_F(BasketWatchTest, OtherTextIsNoRecord) {
  for (const char* text :
       {"", "{}", "[\"poll\"]", R"({"poll":1})", R"({"poll":{"detected_since":"x"}})",
        R"({"poll":{"detected_since":1,"new":-1,"changed":0,"missing":0}})",
        R"({"poll":{"detected_since":1,"new":1e300,"changed":0,"missing":0}})",
        R"({"poll":{"detected_since":1,"new":1,"changed":0}})"})
    EXPECT_EQ(poll_of(text), std::nullopt) << text;
  const PollRecord record{kBegin, {1, 2, 3}};
  EXPECT_EQ(poll_of(with_poll("no JSON", record, watch, rules)), record);
}

TEST(WatchListTest, NamesPagesOrWhatTheyBeginWith) {
  const WatchList list({"https://a.example/news", "https://b.example/*"});
  EXPECT_TRUE(list.holds("https://a.example/news"));
  EXPECT_FALSE(list.holds("https://a.example/news/1"));
  EXPECT_TRUE(list.holds("https://b.example/any?thing"));
  EXPECT_FALSE(list.holds("https://c.example/"));
  EXPECT_EQ(list.pages().size(), 1U);
}

}  // namespace
}  // namespace freshet
