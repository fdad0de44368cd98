#include "notify/sender.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>

#include "notify/samples_test.h"
#include "testkit/certificates.h"
#include "testkit/scratch.h"
#include "web/raw_server_test.h"

namespace freshet {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const Time kAttemptTime = *parse_time("2026-11-17T05:00:00Z");

SenderOptions loopback_options() {
  return {.guard = AddressGuard({Network::parse("127.0.0.0/8").value()}),
          .connect = seconds(2),
          .total = seconds(5)};
}

struct Sent {
  SendAnswer answer;
  Outcome outcome;
};

Sent send_to(std::uint16_t port, const SenderOptions& options = loopback_options(),
             ChannelKind kind = ChannelKind::slack) {
  const ChannelConfig config = sample_channel(kind, fmt::format("http://127.0.0.1:{}", port));
  SendAnswer answer = send(compose(config, water_notification()), options, kAttemptTime);
  Outcome outcome = judge_answer(kind, answer, kAttemptTime);
  return {std::move(answer), std::move(outcome)};
}

std::string http(std::string_view status, std::string_view fields, std::string_view body) {
  return fmt::format("HTTP/1.1 {}\r\n{}Content-Length: {}\r\nConnection: close\r\n\r\n{}", status,
                     fields, body.size(), body);
}

TEST(Sender, SendsARequestAndReadsTheAnswer) {
  std::string head;
  const RawServer server([&](Peer& peer, int) {
    head = peer.hear_head();
    peer.say(http("200 OK", "", "ok"));
  });
  const Sent sent = send_to(server.port());
  EXPECT_EQ(sent.outcome.verdict, SendVerdict::sent);
  EXPECT_EQ(sent.answer.body, "ok");
  EXPECT_TRUE(head.starts_with("POST /services/T0/B0/X0 HTTP/1.1\r\n")) << head;
  EXPECT_NE(head.find("User-Agent: freshet\r\n"), std::string::npos);
  EXPECT_NE(head.find("Content-Type: application/json\r\n"), std::string::npos);
  EXPECT_EQ(head.find("Expect:"), std::string::npos);
}

TEST(Sender, SignsWebhooksWithTheTimeOfSending) {
  std::string head;
  const RawServer server([&](Peer& peer, int) {
    head = peer.hear_head();
    peer.say(http("204 No Content", "", ""));
  });
  EXPECT_EQ(send_to(server.port(), loopback_options(), ChannelKind::webhook).outcome.verdict,
            SendVerdict::sent);
  EXPECT_NE(head.find("webhook-id: d-1001\r\n"), std::string::npos) << head;
  EXPECT_NE(head.find("webhook-timestamp: 1794891600\r\n"), std::string::npos) << head;
  EXPECT_NE(head.find("webhook-signature: v1,"), std::string::npos) << head;
}

TEST(Sender, ConnectsToNoAddressThatTheGuardRefuses) {
  const RawServer server(http("200 OK", "", "ok"));
  SenderOptions options = loopback_options();
  options.guard = AddressGuard();
  const Sent sent = send_to(server.port(), options);
  EXPECT_EQ(sent.answer.failure, SendFailure::guarded);
  EXPECT_EQ(sent.outcome.sentence,
            "Slack: its server is in a network that messages may not reach (127.0.0.1 is not "
            "connected to: loopback).");
  const ChannelConfig by_name =
      sample_channel(ChannelKind::slack, fmt::format("http://localhost:{}", server.port()));
  EXPECT_EQ(send(compose(by_name, water_notification()), options, kAttemptTime).failure,
            SendFailure::guarded);
  EXPECT_EQ(server.connections(), 0);
}

TEST(Sender, FollowsNoRedirect) {
  const RawServer server(
      http("301 Moved Permanently", "Location: http://169.254.169.254/latest/meta-data/\r\n", ""));
  const Sent sent = send_to(server.port());
  EXPECT_EQ(sent.answer.status, 301);
  EXPECT_EQ(sent.outcome.verdict, SendVerdict::failed);
  EXPECT_TRUE(sent.outcome.stops_channel);
  EXPECT_EQ(server.connections(), 1);
}

TEST(Sender, WaitsOnlySoLongForAnAnswer) {
  const RawServer server([](Peer& peer, int) { peer.wait_until_closed(); });
  SenderOptions options = loopback_options();
  options.total = milliseconds(200);
  const Sent sent = send_to(server.port(), options);
  EXPECT_EQ(sent.answer.failure, SendFailure::timeout);
  EXPECT_EQ(sent.outcome.verdict, SendVerdict::retry);
}

TEST(Sender, EndsAnAnswerThatDrips) {
  const RawServer server([](Peer& peer, int) {
    peer.hear_head();
    peer.drip("HTTP/1.1 200 OK\r\nX: y\r\nX: ");
  });
  SenderOptions options = loopback_options();
  options.total = milliseconds(300);
  EXPECT_EQ(send_to(server.port(), options).outcome.verdict, SendVerdict::retry);
}

TEST(Sender, ReadsOnlyTheBeginningOfALongAnswer) {
  const RawServer server([](Peer& peer, int) {
    peer.hear_head();
    peer.say("HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n");
    const std::string piece(100'000, 'x');
    for (int i = 0; i < 100 && peer.say(piece); ++i) {
    }
  });
  const Sent sent = send_to(server.port());
  EXPECT_EQ(sent.answer.body.size(), kAnswerBytesMax);
  EXPECT_EQ(sent.outcome.verdict, SendVerdict::sent);
}

TEST(Sender, TakesTheStatusOfAnAnswerThatIsCut) {
  const RawServer cut("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok");
  EXPECT_EQ(send_to(cut.port()).outcome.verdict, SendVerdict::sent);
  const RawServer no_head("HTTP/1.1 200");
  EXPECT_EQ(send_to(no_head.port()).outcome.verdict, SendVerdict::retry);
  const RawServer closed([](Peer& peer, int) { peer.hear_head(); });
  EXPECT_EQ(send_to(closed.port()).answer.failure, SendFailure::broken);
}

TEST(Sender, ReportsWhatAReceiverAsksFor) {
  const RawServer busy(http("429 Too Many Requests", "Retry-After: 30\r\n", "rate_limited"));
  const Sent later = send_to(busy.port());
  EXPECT_EQ(later.outcome.verdict, SendVerdict::retry);
  EXPECT_EQ(later.outcome.retry_after, seconds(30));
  const RawServer down(http("503 Service Unavailable", "", ""));
  EXPECT_EQ(send_to(down.port()).outcome.verdict, SendVerdict::retry);
  const RawServer gone(http("410 Gone", "", ""));
  const Sent end = send_to(gone.port(), loopback_options(), ChannelKind::webhook);
  EXPECT_EQ(end.outcome.verdict, SendVerdict::failed);
  EXPECT_TRUE(end.outcome.stops_channel);
}

TEST(Sender, ReportsServersThatAreNotThere) {
  std::uint16_t port = 0;
  close(bind_loopback(SOCK_STREAM, port));
  EXPECT_EQ(send_to(port).answer.failure, SendFailure::unreachable);
  const Composed nowhere{.url = "http://nowhere.invalid/"};
  EXPECT_EQ(send(nowhere, loopback_options(), kAttemptTime).failure, SendFailure::no_such_name);
  const Composed file{.url = "file:///etc/passwd"};
  EXPECT_EQ(send(file, loopback_options(), kAttemptTime).failure, SendFailure::bad_address);
}

// An SMTP server by script: what it says, line after line of the client.
class MailScript {
 public:
  explicit MailScript(std::string answer_to_mail)
      : server_([answer = std::move(answer_to_mail)](Peer& peer, int) {
          peer.say("220 mail.example\r\n");
          peer.drip(answer);
        }) {}
  std::uint16_t port() const { return server_.port(); }

 private:
  RawServer server_;
};

TEST(Sender, GivesUpOnAMailServerThatSaysNothingOfUse) {
  const MailScript server("250-x\r\n");
  ChannelConfig config = sample_channel(ChannelKind::email, "");
  config.settings["server"] = fmt::format("127.0.0.1:{}", server.port());
  SenderOptions options = loopback_options();
  options.total = milliseconds(300);
  const SendAnswer answer = send(compose(config, water_notification()), options, kAttemptTime);
  EXPECT_EQ(judge_answer(ChannelKind::email, answer, kAttemptTime).verdict, SendVerdict::retry);
}

TEST(Sender, TriesAMailAgainIfTheServerFallsSilent) {
  const RawServer server([](Peer& peer, int) {
    peer.say("220 mail.example\r\n502 what is EHLO\r\n");
    peer.wait_until_closed();
  });
  ChannelConfig config = sample_channel(ChannelKind::email, "");
  config.settings["server"] = fmt::format("127.0.0.1:{}", server.port());
  SenderOptions options = loopback_options();
  options.total = milliseconds(500);
  const SendAnswer answer = send(compose(config, water_notification()), options, kAttemptTime);
  EXPECT_EQ(answer.failure, SendFailure::timeout) << answer.status;
}

TEST(Sender, SendsNoMailInTheClearWhereEncryptionWasAskedFor) {
  std::atomic<bool> heard_mail = false;
  const RawServer server([&](Peer& peer, int) {
    peer.say("220 mail.example\r\n250 mail.example\r\n502 no\r\n");
    heard_mail = peer.hear_head().find("MAIL FROM") != std::string::npos;
  });
  ChannelConfig config = sample_channel(ChannelKind::email, "");
  config.settings["server"] = fmt::format("127.0.0.1:{}", server.port());
  config.settings["security"] = "starttls";
  const SendAnswer answer =
      send(compose(config, water_notification()), loopback_options(), kAttemptTime);
  EXPECT_EQ(answer.failure, SendFailure::tls) << answer.status << answer.body;
  EXPECT_FALSE(heard_mail);
}

TEST(Sender, RunsACommandWithTheMessageOnStandardInput) {
  const ChannelConfig config = sample_channel(ChannelKind::hook, "");
  const Composed composed = compose(config, water_notification());
  const SendAnswer answer = send(composed, loopback_options(), kAttemptTime);
  EXPECT_EQ(answer.status, 0);
  EXPECT_EQ(answer.body, composed.body);
}

SendAnswer run(std::vector<std::string> words, Duration limit = seconds(5)) {
  const Composed composed{
      .kind = ChannelKind::hook, .body = "{}", .hook = HookCommand{std::move(words), limit}};
  return send(composed, loopback_options(), kAttemptTime);
}

TEST(Sender, BoundsWhatACommandDoes) {
  EXPECT_EQ(run({"/bin/sleep", "60"}, milliseconds(100)).failure, SendFailure::timeout);
  EXPECT_EQ(run({"/bin/sh", "-c", "sleep 60 & exit 3"}).status, 3);
  EXPECT_EQ(run({"/usr/bin/head", "-c", "1000000", "/dev/zero"}).body.size(), 16384U);
  EXPECT_EQ(run({"/bin/sh", "-c", "for i in 1 2 3 4 5 6 7 8; do yes & done; exit 3"}).status, 3);
  EXPECT_EQ(run({"/bin/sh", "-c", "kill -9 $$"}).status, 128 + 9);
  EXPECT_EQ(run({"/no/such/program"}).status, 127);
  EXPECT_EQ(run({"/etc/passwd"}).status, 126);
}

TEST(Sender, TriesACommandAgainThatCannotBeStartedNow) {
  const auto program = std::filesystem::path(testing::TempDir()) / "freshet_hook_replaced";
  std::filesystem::copy_file("/bin/true", program,
                             std::filesystem::copy_options::overwrite_existing);
  const std::ofstream writing(program, std::ios::app);
  const SendAnswer answer = run({program.string()});
  EXPECT_EQ(answer.failure, SendFailure::own) << answer.status;
  EXPECT_EQ(judge_answer(ChannelKind::hook, answer, kAttemptTime).verdict, SendVerdict::retry);
}

TEST(Sender, ShowsACommandNothingOfOurs) {
  setenv("FRESHET_TEST_SECRET", "secret", 1);
  const std::string environment = run({"/usr/bin/env"}).body;
  EXPECT_EQ(environment.find("secret"), std::string::npos) << environment;
  EXPECT_NE(environment.find("PATH=/usr/local/bin:/usr/bin:/bin\n"), std::string::npos);
  EXPECT_EQ(run({"/bin/sh", "-c", "ls /proc/self/fd | wc -l"}).body, "4\n");  // one is ls's own
  EXPECT_EQ(run({"/bin/pwd"}).body, "/\n");
}

}  // namespace
}  // namespace freshet
