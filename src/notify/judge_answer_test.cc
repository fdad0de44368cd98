#include <fmt/format.h>
#include <gtest/gtest.h>

#include "notify/answer.h"

namespace freshet {
namespace {

const Time kNow = *parse_time("2026-11-17T05:00:00Z");

// Returns "sent", "retry", "retry 30 s", "failed" or "failed, stops".
std::string verdict(ChannelKind kind, const SendAnswer& answer) {
  const Outcome outcome = judge_answer(kind, answer, kNow);
  if (outcome.verdict == SendVerdict::sent) return "sent";
  if (outcome.verdict == SendVerdict::failed)
    return outcome.stops_channel ? "failed, stops" : "failed";
  return outcome.retry_after
             ? fmt::format("retry {:g} s",
                           std::chrono::duration<double>(*outcome.retry_after).count())
             : "retry";
}

std::string verdict(ChannelKind kind, int status, std::string body = "") {
  return verdict(kind, {.status = status, .body = std::move(body)});
}

TEST(JudgeAnswer, KnowsWhatEachServiceSaysWhenItTookTheMessage) {
  EXPECT_EQ(verdict(ChannelKind::slack, 200, "ok"), "sent");
  EXPECT_EQ(verdict(ChannelKind::discord, 204), "sent");
  EXPECT_EQ(verdict(ChannelKind::teams, 202), "sent");
  EXPECT_EQ(verdict(ChannelKind::webhook, 299), "sent");
  EXPECT_EQ(verdict(ChannelKind::email, 250), "sent");
  EXPECT_EQ(verdict(ChannelKind::hook, 0), "sent");
}

TEST(JudgeAnswer, EndsWhatWillNeverBeTaken) {
  EXPECT_EQ(verdict(ChannelKind::slack, 404, "no_service"), "failed, stops");
  EXPECT_EQ(verdict(ChannelKind::slack, 410, "channel_is_archived"), "failed, stops");
  EXPECT_EQ(verdict(ChannelKind::slack, 400, "invalid_payload"), "failed");
  EXPECT_EQ(verdict(ChannelKind::telegram, 403), "failed, stops");
  EXPECT_EQ(verdict(ChannelKind::ntfy, 413), "failed");
  EXPECT_EQ(verdict(ChannelKind::webhook, 410), "failed, stops");
  EXPECT_EQ(verdict(ChannelKind::webhook, 404), "retry");
  EXPECT_EQ(verdict(ChannelKind::email, 550), "failed");
  EXPECT_EQ(verdict(ChannelKind::email, 451), "retry");
  EXPECT_EQ(verdict(ChannelKind::hook, 1), "retry");
  EXPECT_EQ(verdict(ChannelKind::hook, 65), "failed");
  EXPECT_EQ(verdict(ChannelKind::hook, 75), "retry");
  EXPECT_EQ(verdict(ChannelKind::hook, 127), "failed, stops");
}

TEST(JudgeAnswer, FollowsNoRedirect) {
  EXPECT_EQ(verdict(ChannelKind::webhook, 301), "failed, stops");
  EXPECT_EQ(verdict(ChannelKind::webhook, 302), "retry");
}

TEST(JudgeAnswer, WaitsAsLongAsItIsAskedTo) {
  const auto slack = [](std::string field) {
    return verdict(ChannelKind::slack, {.status = 429, .retry_after = std::move(field)});
  };
  EXPECT_EQ(slack("30"), "retry 30 s");
  EXPECT_EQ(slack("Tue, 17 Nov 2026 05:02:00 GMT"), "retry 120 s");
  EXPECT_EQ(slack("Mon, 16 Nov 2026 05:02:00 GMT"), "retry 0 s");
  EXPECT_EQ(slack("99999999999"), "retry 86400 s");
  EXPECT_EQ(slack("-1"), "retry");
  EXPECT_EQ(slack("nan"), "retry");
  EXPECT_EQ(slack("soon"), "retry");
  EXPECT_EQ(verdict(ChannelKind::discord, 429, R"({"retry_after":1.5,"global":false})"),
            "retry 1.5 s");
  EXPECT_EQ(verdict(ChannelKind::telegram, 429, R"({"ok":false,"parameters":{"retry_after":7}})"),
            "retry 7 s");
  EXPECT_EQ(verdict(ChannelKind::matrix, 429, R"({"retry_after_ms":2000})"), "retry 2 s");
  EXPECT_EQ(verdict(ChannelKind::matrix, 429, R"({"retry_after_ms":"x"})"), "retry");
  EXPECT_EQ(verdict(ChannelKind::slack, 503), "retry");
}

TEST(JudgeAnswer, JudgesFailures) {
  const auto failed = [](SendFailure failure) {
    return verdict(ChannelKind::gotify, {.failure = failure});
  };
  EXPECT_EQ(failed(SendFailure::timeout), "retry");
  EXPECT_EQ(failed(SendFailure::tls), "retry");
  EXPECT_EQ(failed(SendFailure::no_such_name), "retry");
  EXPECT_EQ(failed(SendFailure::guarded), "failed, stops");
  EXPECT_EQ(failed(SendFailure::login), "failed, stops");
}

TEST(JudgeAnswer, SpeaksToPeople) {
  const auto sentence = [](ChannelKind kind, const SendAnswer& answer) {
    return judge_answer(kind, answer, kNow).sentence;
  };
  EXPECT_EQ(sentence(ChannelKind::slack, {.status = 404, .body = "no_service"}),
            "Slack: it answered 404; its address or key is not valid any more (no_service).");
  EXPECT_EQ(sentence(ChannelKind::telegram,
                     {.status = 400,
                      .body = R"({"ok":false,"description":"Bad Request: chat not found"})"}),
            "Telegram: it answered 400; its address or key is not valid any more (Bad Request: "
            "chat not found).");
  EXPECT_EQ(sentence(ChannelKind::gotify, {.failure = SendFailure::guarded,
                                           .detail = "10.0.0.1 is not connected to: private"}),
            "Gotify: its server is in a network that messages may not reach (10.0.0.1 is not "
            "connected to: private).");
}

TEST(JudgeAnswer, SpeaksOfACommandAsOfOne) {
  EXPECT_EQ(judge_answer(ChannelKind::hook, {.failure = SendFailure::timeout}, kNow).sentence,
            "Command: it did not end in time and was stopped.");
}

TEST(JudgeAnswer, RepeatsNothingThatCouldBeASecret) {
  EXPECT_EQ(told_reason("no such hook: https://hooks.slack.com/services/T/B/x"), "");
  EXPECT_EQ(told_reason("unknown token 0123456789abcdefghij0123"), "");
  EXPECT_EQ(told_reason("no bot 11020:AAHdqTcvCH1v_JxfSeofSA_0K5PALDsaw"), "");
  EXPECT_EQ(told_reason("Cannot POST /in/s3cr3t"), "");
  EXPECT_EQ(told_reason("messages_tab_disabled"), "messages_tab_disabled");
  EXPECT_EQ(told_reason("<html><h1>Not found</h1>"), "");
  EXPECT_EQ(told_reason(std::string(500, 'x')), "");
  EXPECT_EQ(told_reason("a\x1b[31mb"), "a\\u{1b}[31mb");
  EXPECT_EQ(told_reason("invalid_payload"), "invalid_payload");
}

}  // namespace
}  // namespace freshet
