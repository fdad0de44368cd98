#include "notify/retry.h"

#include <gtest/gtest.h>

#include <vector>

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

const Time kBegin = *parse_time("2026-11-17T05:00:00Z");

TEST(Retry, FollowsTheScheduleForSomeDaysAndGivesUp) {
  Time now = kBegin;
  int attempts = 0;
  while (const auto next = next_attempt("d-1", attempts, now, {}, 7)) {
    const Duration wait = kAttemptWaits[static_cast<std::size_t>(attempts)];
    EXPECT_GE(*next, now + wait);
    EXPECT_LE(*next, now + wait + wait / 5);
    now = *next;
    ++attempts;
  }
  EXPECT_EQ(attempts, 10);
  EXPECT_GT(now - kBegin, hours(75));
  EXPECT_LT(now - kBegin, hours(91));
}

TEST(Retry, IsTheSameForTheSameSeedAndDiffersBetweenDeliveries) {
  EXPECT_EQ(next_attempt("d-1", 3, kBegin, {}, 7), next_attempt("d-1", 3, kBegin, {}, 7));
  EXPECT_NE(next_attempt("d-1", 3, kBegin, {}, 7), next_attempt("d-2", 3, kBegin, {}, 7));
}

TEST(Retry, HonoursRetryAfterWithinBounds) {
  EXPECT_EQ(next_attempt("d", 1, kBegin, minutes(10), 0), kBegin + minutes(10));
  EXPECT_EQ(next_attempt("d", 1, kBegin, hours(1000), 0), kBegin + hours(24));
  EXPECT_GE(next_attempt("d", 2, kBegin, seconds(1), 0), kBegin + minutes(5));
  EXPECT_FALSE(next_attempt("d", 10, kBegin, minutes(10), 0));
}

TEST(Retry, HoldsAChannelLongerWithEachFailure) {
  const Outcome retry{.verdict = SendVerdict::retry, .sentence = "Slack: it answered 503."};
  ChannelHealth health;
  for (const Duration hold : {Duration(seconds(5)), Duration(minutes(1)), Duration(minutes(5)),
                              Duration(minutes(30)), Duration(minutes(30))}) {
    health = health_after(health, retry, false, kBegin);
    EXPECT_EQ(health.held_until, kBegin + hold);
  }
  EXPECT_FALSE(health.paused_at);
  EXPECT_EQ(health.trouble, "Slack: it answered 503.");
  EXPECT_EQ(health_after(health, {}, false, kBegin), ChannelHealth{});
}

TEST(Retry, PausesAChannelThatTakesNothingAnyMore) {
  const Outcome gone{.verdict = SendVerdict::failed, .stops_channel = true, .sentence = "gone"};
  EXPECT_EQ(health_after({}, gone, false, kBegin).paused_at, kBegin);
  const Outcome retry{.verdict = SendVerdict::retry};
  const ChannelHealth failing = health_after({}, retry, false, kBegin);
  EXPECT_EQ(health_after(failing, retry, true, kBegin).paused_at, kBegin);
  const Outcome wrong_message{.verdict = SendVerdict::failed};
  EXPECT_FALSE(health_after({}, wrong_message, true, kBegin).held_until);
}

TEST(Retry, KeepsAChannelThatTakesAllMessagesButOne) {
  const Outcome retry{.verdict = SendVerdict::retry};
  ChannelHealth health = health_after({}, retry, false, kBegin);
  health = health_after(health, {}, false, kBegin + hours(1));
  EXPECT_FALSE(health_after(health, retry, true, kBegin + hours(2)).paused_at);
}

TEST(Retry, PausesAChannelThatRefusesEachMessage) {
  const Outcome refused{.verdict = SendVerdict::failed, .sentence = "E-mail: it answered 550."};
  ChannelHealth health;
  for (int i = 0; i + 1 < kRefusalsMax; ++i) health = health_after(health, refused, true, kBegin);
  EXPECT_FALSE(health.paused_at);
  EXPECT_FALSE(
      health_after(health_after(health, {}, false, kBegin), refused, true, kBegin).paused_at);
  health = health_after(health, refused, true, kBegin + hours(1));
  EXPECT_EQ(health.paused_at, kBegin + hours(1));
  EXPECT_EQ(health.trouble, "E-mail: it answered 550.");
  health.paused_at.reset();
  EXPECT_FALSE(health_after(health, refused, true, kBegin + hours(2)).paused_at);
}

TEST(Retry, KeepsThePaceOfAService) {
  const ChannelPace pace{.messages = 2, .within = seconds(10)};
  std::vector<Time> sent;
  EXPECT_EQ(earliest_send(pace, sent, kBegin), kBegin);
  sent = {kBegin - seconds(9), kBegin - seconds(1)};
  EXPECT_EQ(earliest_send(pace, sent, kBegin), kBegin + seconds(1));
  EXPECT_EQ(earliest_send(pace, sent, kBegin + seconds(5)), kBegin + seconds(5));
}

}  // namespace
}  // namespace freshet
