// freshet serve as a monitor: from a page that changes to mail and webhook, as people meet them.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "hook_receiver.h"
#include "http_client.h"
#include "program.h"
#include "registry/registry.h"
#include "small_server.h"
#include "testkit/nginx.h"
#include "testkit/oracle.h"
#include "testkit/test_data.h"

namespace {

using nlohmann::json;

constexpr const char* kHookKey = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

std::string shop(const std::string& price) {
  return "<!DOCTYPE html><title>Red shoes</title><h1>Shoes</h1><p id=price>" + price + "<p>" +
         std::string(300, 'x');
}

freshet::Time real_now() {
  return std::chrono::time_point_cast<freshet::Duration>(std::chrono::system_clock::now());
}

// tests/oracle/mail_receiver.py, which takes one mail.
class MailReceiver {
 public:
  MailReceiver() {
    const std::string script = freshet::testkit::project_path("tests/oracle/mail_receiver.py");
    pipe_ = popen(("exec /usr/bin/python3 '" + script + "' 1").c_str(), "r");
    port_ = line();
  }
  ~MailReceiver() { pclose(pipe_); }
  MailReceiver(const MailReceiver&) = delete;
  MailReceiver& operator=(const MailReceiver&) = delete;

  const std::string& port() const { return port_; }
  // Waits for the mail, as Python's email package reads it; at most the minute that the script has.
  json mail() { return json::parse(line(), nullptr, false); }

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

std::string header(const json& mail, const std::string& name) {
  for (const json& each : mail["headers"])
    if (each[0] == name) return each[1];
  return "";
}

class MonitorCliTest : public ProgramTest {
 protected:
  MonitorCliTest() {
    std::filesystem::create_directory(folder() / "web");
    auto opened = freshet::Registry::open(freshet::system_disk(),
                                          freshet::registry_file((folder() / "web").string()), {});
    EXPECT_TRUE(opened) << opened.error().message;
    registry = *std::move(opened);
  }

  // Starts a server, runs `talk` once it is ready, and stops it.
  Ran serve(const std::function<void()>& talk) {
    return run_and_signal(
        {"serve", "--archive", "web", "--allow-net", "127.0.0.0/8", "--delay", "1ms", "--listen",
         "127.0.0.1:" + std::to_string(port_), "--public-url", "https://w.example"},
        SIGTERM, [&] {
          if (ask(port_, "GET", "/readyz").status != 200) return false;
          talk();
          return true;
        });
  }
  static bool wait_until(const std::function<bool()>& is_so) {
    for (int i = 0; i < 600; ++i) {
      if (is_so()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return false;
  }
  void channel(const std::string& name, const std::string& kind, const json& settings,
               const json& secrets) {
    EXPECT_TRUE(registry->channels().add({.name = name, .kind = kind, .settings = settings.dump()},
                                         secrets.dump(), real_now()));
  }
  freshet::WatchCondition condition(freshet::WatchId id) {
    const auto row = registry->watches().find(id);
    return row && *row ? (*row)->condition : freshet::WatchCondition::waiting;
  }
  // Returns what the reference library of Standard Webhooks makes of a message.
  static json verified(const Posted& posted) {
    const json input = {{"secret", kHookKey}, {"headers", posted.headers}, {"body", posted.body}};
    return json::parse(freshet::testkit::run_oracle("webhook.mjs", {}, input.dump()), nullptr,
                       false);
  }

  std::unique_ptr<freshet::Registry> registry;
  std::uint16_t port_ = freshet::testkit::free_port();
};

// The watch is checked every ten seconds, the least that is allowed.
TEST_F(MonitorCliTest, TellsOfAChangedPageByMailAndWebhook) {
  SmallServer site({{"/", shop("12 EUR")}});
  MailReceiver mails;
  HookReceiver hooks;
  channel("mail", "email",
          {{"to", "ann@example.org"},
           {"from", "watch@example.org"},
           {"server", "127.0.0.1:" + mails.port()},
           {"security", "none"}},
          json::object());
  channel("hook", "webhook", json::object(), {{"url", hooks.url()}, {"secret", kHookKey}});
  const Ran ran = serve([&] {
    const auto id = registry->watches().add(
        freshet::kLocalPerson,
        {.url = site.url(),
         .name = "Price",
         .parts = {{.kind = freshet::WatchPart::Kind::css, .expression = "#price"}},
         .times = {.every = std::chrono::seconds(10)},
         .channels = {"mail", "hook"}},
        real_now());
    ASSERT_TRUE(id) << id.error().message;
    ASSERT_TRUE(wait_until([&] { return condition(*id) == freshet::WatchCondition::working; }));
    site.set("/", shop("10 EUR"));
    hooks.answer(503);
    ASSERT_TRUE(wait_until([&] { return !hooks.posted().empty(); }));
    hooks.answer(204);
    const json mail = mails.mail();
    EXPECT_EQ(header(mail, "Subject"), "Watch: Price");
    EXPECT_TRUE(has(header(mail, "List-Unsubscribe"), "<https://w.example/unsubscribe/u-"));
    ASSERT_EQ(mail["parts"].size(), 2U);
    const std::string text = mail["parts"][0]["text"];
    EXPECT_TRUE(has(text, "[-12-] {+10+} EUR")) << text;
    EXPECT_TRUE(has(text, "https://w.example/silence/s-1-1-")) << text;
    EXPECT_TRUE(has(text, site.url())) << text;
    ASSERT_TRUE(wait_until([&] { return hooks.posted().size() == 2; })) << "it is tried again";
  });
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const auto posted = hooks.posted();
  ASSERT_EQ(posted.size(), 2U);
  EXPECT_EQ(posted[0].headers.at("webhook-id"), posted[1].headers.at("webhook-id"));
  const json message = verified(posted[1]);
  EXPECT_EQ(message["type"], "page.changed") << message;
  EXPECT_EQ(message["data"]["watch"]["name"], "Price");
  EXPECT_EQ(message["data"]["page"]["title"], "Red shoes");
  const auto counts = registry->deliveries().count({});
  ASSERT_TRUE(counts);
  EXPECT_EQ(*counts, (freshet::DeliveryCounts{.sent = 2}));
}

}  // namespace
