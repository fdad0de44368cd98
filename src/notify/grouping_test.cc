#include "notify/grouping.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

// A channel whose waiting messages are planned at a time moved by hand.
class GroupingTest : public testing::Test {
 protected:
  void wait(std::string id, std::string redesign = "") {
    waiting_.push_back(
        {.id = std::move(id), .redesign = std::move(redesign), .created = now_, .due = now_});
  }
  void pass(Duration time) { now_ += time; }

  // Returns "a, b; many(c d)" and remembers it as sent, then when to plan again: " next 60 s".
  std::string plan() {
    const SendPlan plan = plan_sends(rules_, health_, waiting_, sent_, now_);
    std::string out;
    for (const SendBatch& batch : plan.now) {
      out += out.empty() ? "" : ", ";
      const std::string ids = fmt::format("{}", fmt::join(batch.ids, " "));
      out += batch.together == Together::single
                 ? ids
                 : fmt::format("{}({})", together_name(batch.together), ids);
      sent_.push_back(now_);
      for (const std::string& id : batch.ids)
        std::erase_if(waiting_, [&](const WaitingDelivery& each) { return each.id == id; });
    }
    if (out.empty()) out = "nothing";
    if (plan.next)
      out += fmt::format(" next {:g} s", std::chrono::duration<double>(*plan.next - now_).count());
    return out;
  }

  DeliveryRules rules_{.pace = {.messages = 100}};
  ChannelHealth health_;
  std::vector<WaitingDelivery> waiting_;
  std::vector<Time> sent_;
  Time now_ = *parse_time("2026-11-17T05:10:00Z");  // a Tuesday
};

TEST_F(GroupingTest, SendsFewMessagesOneByOne) {
  wait("a");
  wait("b");
  EXPECT_EQ(plan(), "a, b");
  EXPECT_EQ(plan(), "nothing");
}

TEST_F(GroupingTest, SendsMoreThanAMinuteTakesAsOne) {
  for (const char* id : {"a", "b", "c", "d", "e", "f"}) wait(id);
  EXPECT_EQ(plan(), "many(a b c d e f)");
}

TEST_F(GroupingTest, GathersWhatComesInAFullMinute) {
  rules_.per_minute = 2;
  wait("a");
  wait("b");
  EXPECT_EQ(plan(), "a, b");
  pass(seconds(10));
  wait("c");
  EXPECT_EQ(plan(), "nothing next 50 s");
  wait("d");
  wait("e");
  pass(seconds(50));
  EXPECT_EQ(plan(), "many(c d e)");
}

TEST_F(GroupingTest, LetsUrgentMessagesPassAFullMinute) {
  rules_.per_minute = 1;
  wait("a");
  EXPECT_EQ(plan(), "a");
  wait("b");
  for (const char* id : {"u", "v"})
    waiting_.push_back({.id = id, .is_urgent = true, .created = now_, .due = now_});
  EXPECT_EQ(plan(), "many(u v) next 60 s");
}

TEST_F(GroupingTest, TellsARedesignAsOneWhenItIsOver) {
  wait("a", "site");
  EXPECT_EQ(plan(), "nothing next 60 s");
  pass(seconds(50));
  wait("b", "site");
  wait("c");
  EXPECT_EQ(plan(), "c next 60 s");
  pass(seconds(60));
  EXPECT_EQ(plan(), "redesign(a b)");
}

TEST_F(GroupingTest, WaitsForARedesignOnlySoLong) {
  for (int i = 0; i < 500; ++i) {
    wait(fmt::format("p{:03}", i), "site");
    pass(seconds(2));
  }
  const SendPlan plan = plan_sends(rules_, health_, waiting_, sent_, now_);
  ASSERT_EQ(plan.now.size(), 1U);
  EXPECT_EQ(plan.now[0].ids.size(), 500U);
}

TEST_F(GroupingTest, KeepsMessagesForADigest) {
  rules_.digest = Digest::daily;
  wait("a");
  waiting_.push_back({.id = "urgent", .is_urgent = true, .created = now_, .due = now_});
  waiting_.push_back(
      {.id = "test", .kind = MessageKind::channel_test, .created = now_, .due = now_});
  EXPECT_EQ(plan(), "test, urgent next 6600 s");  // at 07:00
  pass(hours(1));
  wait("b");
  pass(minutes(50));
  EXPECT_EQ(plan(), "digest(a b)");
}

TEST_F(GroupingTest, KnowsTheTimesOfDigests) {
  const auto next = [&](Digest digest) {
    rules_.digest = digest;
    return iso_time(next_digest(rules_, now_)).substr(0, 19);
  };
  EXPECT_EQ(next(Digest::hourly), "2026-11-17T06:00:00");
  EXPECT_EQ(next(Digest::daily), "2026-11-17T07:00:00");
  EXPECT_EQ(next(Digest::weekly), "2026-11-23T07:00:00");
  now_ = *parse_time("2026-11-23T07:00:00Z");
  EXPECT_EQ(next(Digest::daily), "2026-11-24T07:00:00");
  EXPECT_EQ(next(Digest::weekly), "2026-11-30T07:00:00");
}

TEST_F(GroupingTest, SendsAgainWhatWasTriedAsItIs) {
  for (const char* id : {"a", "b", "c", "d", "e", "f"}) wait(id);
  waiting_[2].is_fixed = true;
  rules_.digest = Digest::hourly;
  EXPECT_EQ(plan(), "c next 3000 s");
}

TEST_F(GroupingTest, SendsUrgentMessagesAndTestsFirst) {
  wait("old", "site");
  pass(minutes(2));
  wait("tried");
  waiting_.back().is_fixed = true;
  wait("new");
  waiting_.push_back({.id = "urgent", .is_urgent = true, .created = now_, .due = now_});
  waiting_.push_back(
      {.id = "test", .kind = MessageKind::channel_test, .created = now_, .due = now_});
  EXPECT_EQ(plan(), "test, urgent, new, old, tried");
}

TEST_F(GroupingTest, WaitsForTheTimeOfTheNextAttempt) {
  wait("a");
  waiting_[0].due = now_ + minutes(5);
  EXPECT_EQ(plan(), "nothing next 300 s");
}

TEST_F(GroupingTest, KeepsThePaceOfTheService) {
  rules_.pace = {.messages = 1, .within = seconds(1)};
  wait("a");
  wait("b");
  EXPECT_EQ(plan(), "a next 1 s");
  pass(seconds(1));
  EXPECT_EQ(plan(), "b");
}

TEST_F(GroupingTest, SendsOnWhenTheClockIsSetBack) {
  rules_ = {.per_minute = 1, .pace = {.messages = 1, .within = seconds(1)}};
  wait("a");
  EXPECT_EQ(plan(), "a");
  health_ = {.failures_in_a_row = 1, .held_until = now_ + seconds(5)};
  pass(-hours(72));
  wait("b");
  EXPECT_EQ(plan(), "b");
}

TEST_F(GroupingTest, SendsNothingWhileAChannelIsHeldAndOneMessageAfterwards) {
  wait("a");
  wait("b");
  health_ = {.failures_in_a_row = 2, .held_until = now_ + minutes(1)};
  EXPECT_EQ(plan(), "nothing next 60 s");
  pass(minutes(1));
  EXPECT_EQ(plan(), "a");
  health_ = {.paused_at = now_};
  EXPECT_EQ(plan(), "nothing");
}

TEST_F(GroupingTest, CountsWhatAGroupDoesNotList) {
  const SendBatch batch{.together = Together::redesign, .ids = std::vector<std::string>(500, "x")};
  const Notification group =
      notification_of(batch, "g-1", std::vector<ChangeMessage>(500, ChangeMessage{}), now_);
  EXPECT_EQ(group.messages.size(), kGroupListedMax);
  EXPECT_EQ(group.left_out, 400U);
  EXPECT_EQ(group.id, "g-1");
}

TEST(DeliveryRulesOfChannel, ComeFromItsFields) {
  ChannelConfig config{.kind = ChannelKind::slack};
  config.settings = {{"digest", "weekly"}, {"digest_day", "friday"}, {"per_minute", "9"}};
  const DeliveryRules rules = delivery_rules(config);
  EXPECT_EQ(rules.digest, Digest::weekly);
  EXPECT_EQ(rules.digest_day, std::chrono::Friday);
  EXPECT_EQ(rules.per_minute, 9);
  EXPECT_EQ(rules.digest_hour, 7);
}

}  // namespace
}  // namespace freshet
