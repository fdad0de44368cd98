// Messages judged by foreign programs: a mail server and Python's reader of mails, the reference
// library of Standard Webhooks, services that check what their documents demand, a reader of feeds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "notify/feed.h"
#include "notify/samples_test.h"
#include "notify/sender.h"
#include "testkit/certificates.h"
#include "testkit/oracle.h"
#include "testkit/scratch.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

using nlohmann::json;

Time real_now() { return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()); }

SenderOptions receiver_options() {
  return {.guard = AddressGuard({Network::parse("127.0.0.0/8").value()})};
}

// A script of tests/oracle that prints a port and then a line for each message.
class Receiver {
 public:
  // The arguments behind the number of messages come with their quotes.
  Receiver(std::string_view script, int messages, std::string_view more = "'250 OK'") {
    const std::string path =
        (testkit::project_path("tests/oracle") / script).lexically_normal().string();
    const std::string command = fmt::format("/usr/bin/python3 '{}' {} {}", path, messages, more);
    pipe_ = popen(("exec " + command).c_str(), "r");
    port_ = line();
    EXPECT_FALSE(port_.empty()) << command << ": are the packages of the tests installed?";
  }
  ~Receiver() { pclose(pipe_); }
  Receiver(const Receiver&) = delete;
  Receiver& operator=(const Receiver&) = delete;

  const std::string& port() const { return port_; }
  json told() { return json::parse(line(), nullptr, false); }

 private:
  std::string line() {
    std::string out;
    for (int c = std::fgetc(pipe_); c != EOF && c != '\n'; c = std::fgetc(pipe_))
      out += static_cast<char>(c);
    return out;
  }

  FILE* pipe_;
  std::string port_;
};

ChannelConfig mail_channel(const Receiver& receiver) {
  ChannelConfig config = sample_channel(ChannelKind::email, "");
  config.settings["server"] = "127.0.0.1:" + receiver.port();
  return config;
}

Outcome mail_to(const Receiver& receiver, const Notification& notification) {
  const SendAnswer answer =
      send(compose(mail_channel(receiver), notification), receiver_options(), real_now());
  return judge_answer(ChannelKind::email, answer, real_now());
}

std::string field(const json& mail, std::string_view name) {
  std::string found;
  for (const json& each : mail["headers"])
    if (each[0] == name) found += (found.empty() ? "" : " | ") + each[1].get<std::string>();
  return found;
}

TEST(MailReceiver, ReadsAMailAsItWasMeant) {
  Receiver receiver("mail_receiver.py", 1);
  EXPECT_EQ(mail_to(receiver, water_notification()).verdict, SendVerdict::sent);
  const json mail = receiver.told();
  EXPECT_EQ(mail["from"], "watch@example.org");
  EXPECT_EQ(mail["to"], json({"ann@example.org", "bob@example.org"}));
  EXPECT_EQ(mail["defects"], json::array());
  EXPECT_EQ(mail["type"], "multipart/alternative");
  EXPECT_EQ(field(mail, "Subject"), "Watch: Water");
  EXPECT_EQ(field(mail, "Message-ID"), "<d-1001@example.org>");
  EXPECT_EQ(field(mail, "References"), "<watch.w-7@example.org>");
  EXPECT_EQ(field(mail, "In-Reply-To"), "<watch.w-7@example.org>");
  EXPECT_EQ(field(mail, "Auto-Submitted"), "auto-generated");
  EXPECT_EQ(field(mail, "List-Id"), "\"Watch: Water\" <w-7.freshet.example.org>");
  EXPECT_EQ(field(mail, "List-Unsubscribe"), "<https://h.example/end/w-7>");
  EXPECT_EQ(field(mail, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
  ASSERT_EQ(mail["parts"].size(), 2U);
  EXPECT_EQ(mail["parts"][0]["type"], "text/plain");
  EXPECT_EQ(mail["parts"][0]["text"],
            "Water changed: two thirds → one half\n\n"
            "the reservoir stands at [-two thirds-] {+one half+} of its volume\n"
            "Changed between 2026-11-16 05:00:00 and 2026-11-17 05:00:00 UTC.\n"
            "97 % sure that it matters: main text changed; no such block changed in 8 earlier "
            "versions\n"
            "2 words added, 2 words removed.\n\n"
            "Difference:\n  https://h.example/d/42\nPage:\n  https://gazette.example/water\n"
            "Old version:\n  https://h.example/v/1\nNew version:\n  https://h.example/v/2\n"
            "Do not tell me of this again:\n  https://h.example/silence/42\n"
            "End these messages:\n  https://h.example/end/w-7\n");
  EXPECT_EQ(mail["parts"][1]["type"], "text/html");
  const std::string html = mail["parts"][1]["text"];
  EXPECT_NE(html.find("text-decoration:line-through\">two thirds</del>"), std::string::npos);
  EXPECT_EQ(html.find("<img"), std::string::npos);
}

TEST(MailReceiver, FindsNothingForgedInAHostileMessage) {
  Receiver receiver("mail_receiver.py", 2);
  Notification hostile = single_notification("d\r\nX: y", hostile_message());
  EXPECT_EQ(mail_to(receiver, hostile).verdict, SendVerdict::sent);
  hostile.messages[0].hunks.resize(2000, hostile.messages[0].hunks[0]);
  EXPECT_EQ(mail_to(receiver, hostile).verdict, SendVerdict::sent);
  for (int i = 0; i < 2; ++i) {
    const json mail = receiver.told();
    EXPECT_EQ(mail["defects"], json::array());
    EXPECT_EQ(mail["to"], json({"ann@example.org", "bob@example.org"}));
    EXPECT_EQ(field(mail, "Bcc"), "");
    EXPECT_EQ(field(mail, "X"), "");
    EXPECT_EQ(mail["bare"], 0);
    EXPECT_EQ(mail["ascii"], true);
    EXPECT_LE(mail["longest_line"].get<int>(), 200);
    EXPECT_LE(mail["bytes"].get<int>(), 200'000);
    ASSERT_EQ(mail["parts"].size(), 2U);
    const std::string html = mail["parts"][1]["text"];
    EXPECT_EQ(html.find("<script"), std::string::npos);
    EXPECT_LE(html.size(), 100'000U);
    const std::string text = mail["parts"][0]["text"];
    EXPECT_EQ(text.find("\xE2\x80\xAE"), std::string::npos) << "an override of direction";
    EXPECT_NE(text.find("[U+202E]"), std::string::npos);
  }
}

TEST(MailReceiver, FindsTheMailsOfAWatchInOneThread) {
  Receiver receiver("mail_receiver.py", 2);
  Notification second = water_notification();
  second.id = "d-1002";
  second.messages[0].kind = MessageKind::page_gone;
  second.messages[0].page.title = "Wässer und Brünnen 水";
  EXPECT_EQ(mail_to(receiver, water_notification()).verdict, SendVerdict::sent);
  EXPECT_EQ(mail_to(receiver, second).verdict, SendVerdict::sent);
  const json a = receiver.told(), b = receiver.told();
  EXPECT_EQ(field(a, "References"), field(b, "References"));
  EXPECT_EQ(field(a, "Subject"), field(b, "Subject"));
  EXPECT_NE(field(a, "Message-ID"), field(b, "Message-ID"));
}

TEST(MailReceiver, ReadsNamesBeyondAscii) {
  Receiver receiver("mail_receiver.py", 1);
  ChannelConfig config = mail_channel(receiver);
  config.settings["from_name"] = "Wächter, \"der\" 水";
  Notification notification = water_notification();
  notification.messages[0].watch.name =
      "Ein langer Name mit Ümläuten, der über mehrere Zeilen geht, weil er lang ist: 水水水水水水";
  EXPECT_EQ(send(compose(config, notification), receiver_options(), real_now()).status, 250);
  const json mail = receiver.told();
  EXPECT_EQ(mail["defects"], json::array());
  EXPECT_EQ(mail["addresses"], json::parse(R"([["Wächter, \"der\" 水","watch@example.org"]])"));
  EXPECT_EQ(field(mail, "Subject"), "Watch: " + notification.messages[0].watch.name);
}

TEST(MailReceiver, RefusesForNowOrForEver) {
  const Receiver busy("mail_receiver.py", 1, "'451 4.3.0 try again later'");
  const Outcome later = mail_to(busy, water_notification());
  EXPECT_EQ(later.verdict, SendVerdict::retry);
  EXPECT_EQ(later.sentence, "E-mail: the mail server answered 451 (4.3.0 try again later).");
  const Receiver strict("mail_receiver.py", 1, "'554 5.7.1 no'");
  EXPECT_EQ(mail_to(strict, water_notification()).verdict, SendVerdict::failed);
  const Receiver rude("mail_receiver.py", 1, "drop");
  EXPECT_EQ(mail_to(rude, water_notification()).verdict, SendVerdict::retry);
}

TEST(MailReceiver, GetsMailsByEncryptedConnectionsAfterALogin) {
  const Scratch scratch;
  testkit::TestAuthority authority(scratch.path());
  const testkit::Certificate certificate = authority.issue("localhost");
  for (const std::string mode : {"starttls", "tls"}) {
    Receiver receiver(
        "mail_receiver.py", 1,
        fmt::format("'250 OK' {} '{}' '{}'", mode, certificate.file, certificate.key_file));
    ChannelConfig config = sample_channel(ChannelKind::email, "");
    config.settings["security"] = mode;
    config.settings["user"] = "ann";
    SenderOptions options = receiver_options();
    options.ca_file = authority.ca_file();
    const auto sent_to = [&](const std::string& host, const std::string& password) {
      config.settings["server"] = host + ":" + receiver.port();
      config.secrets["password"] = password;
      return send(compose(config, water_notification()), options, real_now());
    };
    EXPECT_EQ(sent_to("localhost", "wrong").failure, SendFailure::login) << mode;
    EXPECT_EQ(sent_to("127.0.0.1", "right").failure, SendFailure::tls)
        << mode << ": the certificate is that of localhost";
    EXPECT_EQ(sent_to("localhost", "right").status, 250) << mode;
    EXPECT_EQ(receiver.told()["defects"], json::array());
  }
}

TEST(WebhookReceiver, VerifiesTheSignature) {
  const ChannelConfig config = sample_channel(ChannelKind::webhook, "https://a.example");
  const auto verified = [&](Time time, std::string_view more_keys) {
    const Composed composed = compose(config, water_notification());
    auto keys = parse_signing_keys(std::string(more_keys) + channel_value(config, "secret"));
    const auto whole = std::chrono::floor<std::chrono::seconds>(time.time_since_epoch());
    const json input = {
        {"secret", channel_value(config, "secret")},
        {"body", composed.body},
        {"headers",
         {{"webhook-id", composed.id},
          {"webhook-timestamp", fmt::to_string(whole.count())},
          {"webhook-signature", webhook_signature(composed.id, time, composed.body, *keys)}}}};
    return json::parse(testkit::run_oracle("webhook.mjs", {}, input.dump()), nullptr, false);
  };
  EXPECT_EQ(verified(real_now(), "")["data"]["change"], "c-42");
  EXPECT_EQ(verified(real_now(), "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA ")["type"],
            "page.changed");
  EXPECT_TRUE(verified(real_now() - std::chrono::minutes(6), "").contains("error"));
}

constexpr ChannelKind kChats[] = {
    ChannelKind::slack,    ChannelKind::discord, ChannelKind::mattermost, ChannelKind::teams,
    ChannelKind::ntfy,     ChannelKind::gotify,  ChannelKind::telegram,   ChannelKind::matrix,
    ChannelKind::pushover, ChannelKind::json};

std::vector<Notification> chat_notifications() {
  const Notification hostile = single_notification("d-hostile", hostile_message());
  Notification large = single_notification("d-large", hostile_message());
  large.messages[0].hunks.resize(3000, large.messages[0].hunks[0]);
  Notification emoji = single_notification("d-emoji", water_message());
  std::string family;
  for (int i = 0; i < 2000; ++i) family += "👩‍👩‍👧&<";
  emoji.messages[0].watch.name = family;
  emoji.messages[0].hunks = {{family, family, family, family}};
  Notification digest = redesign_notification(40);
  digest.id = "d-digest";
  digest.together = Together::digest;
  digest.left_out = 7;
  const Notification bare = single_notification(
      "d-bare", {.kind = MessageKind::page_error, .page = {.url = "https://a.example/"}});
  return {water_notification(), hostile, large, emoji, redesign_notification(500), digest, bare};
}

TEST(ChatReceivers, TakeEveryMessageOfEveryKind) {
  const auto notifications = chat_notifications();
  Receiver receiver("chat_receivers.py",
                    static_cast<int>(std::size(kChats) * notifications.size()));
  for (const ChannelKind kind : kChats) {
    const ChannelConfig config = sample_channel(kind, "http://127.0.0.1:" + receiver.port());
    for (const Notification& notification : notifications) {
      const SendAnswer answer = send(compose(config, notification), receiver_options(), real_now());
      const json told = receiver.told();
      ASSERT_TRUE(told.is_object()) << channel_kind_name(kind) << " " << notification.id;
      EXPECT_EQ(told["problems"], json::array())
          << channel_kind_name(kind) << " " << notification.id << ": "
          << told["request"].dump().substr(0, 3000);
      EXPECT_EQ(judge_answer(kind, answer, real_now()).verdict, SendVerdict::sent)
          << channel_kind_name(kind) << " " << notification.id;
    }
  }
}

TEST(FeedReader, ReadsTheAtomFeed) {
  const FeedAbout about{.title = "Water <b>& more</b>",
                        .id = "tag:h.example,2026:watch/w-7",
                        .self = "https://h.example/feeds/abc.atom",
                        .home = "https://h.example/watches/w-7"};
  std::vector<ChangeMessage> messages = {water_message(), hostile_message()};
  messages[1].id = "c-41";
  const Scratch scratch;
  std::ofstream(scratch / "feed.xml") << atom_feed(about, messages);
  const std::string command = "/usr/bin/python3 '" +
                              (testkit::project_path("tests/oracle") / "feed.py").string() + "' '" +
                              scratch / "feed.xml" + "' > '" + scratch / "out.json" + "'";
  ASSERT_EQ(std::system(command.c_str()), 0) << "python3-feedparser is needed";
  const json feed = json::parse(testkit::read_file(scratch / "out.json"));
  EXPECT_EQ(feed["problems"], json::array());
  EXPECT_EQ(feed["bozo"], false);
  EXPECT_EQ(feed["version"], "atom10");
  EXPECT_EQ(feed["id"], about.id);
  EXPECT_EQ(feed["updated"], "2026-11-17T05:00:00Z");
  ASSERT_EQ(feed["entries"].size(), 2U);
  const json& entry = feed["entries"][0];
  EXPECT_EQ(entry["id"], "tag:h.example,2026:watch/w-7/c-42");
  EXPECT_EQ(entry["title"], "Water changed: two thirds → one half");
  EXPECT_EQ(entry["link"], "https://h.example/d/42");
  EXPECT_EQ(entry["tags"], json({"town"}));
  EXPECT_NE(entry["content"].get<std::string>().find("two thirds</del>"), std::string::npos);
  EXPECT_EQ(feed["entries"][1]["content"].get<std::string>().find("<script"), std::string::npos);
}

// https://www.jsonfeed.org/version/1.1/
TEST(FeedReader, ReadsTheJsonFeed) {
  const FeedAbout about{.title = "Water", .id = "tag:h.example,2026:watch/w-7"};
  std::vector<ChangeMessage> messages(60, hostile_message());
  const json feed = json::parse(json_feed(about, messages));
  EXPECT_EQ(feed["version"], "https://jsonfeed.org/version/1.1");
  EXPECT_EQ(feed["title"], "Water");
  ASSERT_EQ(feed["items"].size(), kFeedEntriesMax);
  EXPECT_EQ(feed["items"][0]["id"], "tag:h.example,2026:watch/w-7/c-42");
  EXPECT_EQ(feed["items"][0]["date_published"], "2026-11-17T05:00:00Z");
  EXPECT_EQ(feed["items"][0]["content_html"].get<std::string>().find("<script"), std::string::npos);
  EXPECT_TRUE(feed["items"][0]["content_text"].is_string());
}

}  // namespace
}  // namespace freshet
