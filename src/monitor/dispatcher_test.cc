#include "monitor/dispatcher.h"

#include <gtest/gtest.h>

#include <string>

#include "notify/stored_notification.h"
#include "registry/registry_driver_test.h"

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

class DispatcherTest : public RegistryTest {
 protected:
  DispatcherTest() : page(watch("https://a.example/")) { restart(); }

  // As after the death of the process.
  void restart() {
    dispatcher.reset();
    reopen();
    dispatcher.emplace(*registry, MessageLinker({}, ""), 1);
    must(dispatcher->begin());
  }

  ChannelId hook(const std::string& name, const std::string& more = "") {
    return must(
        registry->channels().add({.name = name, .kind = "webhook", .settings = "{" + more + "}"},
                                 R"({"url":"https://)" + name + R"(.example/"})", now()));
  }
  // Tells a change of the page on a channel.
  void change(ChannelId to, const std::string& what, const std::string& change_class = "minor") {
    later(std::chrono::milliseconds(1));  // messages are sent in the order of their times
    const ChangeMessage message{.id = what,
                                .at = now(),
                                .watch = {.id = "1", .name = what},
                                .page = {.url = "https://a.example/" + what},
                                .change_class = change_class,
                                .why = what};
    tell(page, {to}, store_notification(single_notification("", message)));
  }

  // Returns the messages that are to be sent now, "channel: name" each; they are under way then.
  std::string take() {
    std::string words;
    for (Outgoing& each : must(dispatcher->take(now(), 100))) {
      if (!words.empty()) words += ", ";
      words += each.composed.url + ": " + told_by(each.composed.body);
      under_way.push_back(std::move(each));
    }
    return words;
  }
  // Answers the message that is under way first.
  void answer(int status) { answer({.status = status}); }
  void answer(const SendAnswer& what) {
    ASSERT_FALSE(under_way.empty());
    const Outgoing sent = std::move(under_way.front());
    under_way.erase(under_way.begin());
    must(dispatcher->on_answer(sent, what, now()));
  }
  Channel row(ChannelId id) { return must(registry->channels().find(id)).value_or(Channel{}); }
  Delivery only_delivery() {
    const auto all = must(registry->deliveries().list({}, {}, 10));
    EXPECT_EQ(all.size(), 1U);
    return all.empty() ? Delivery{} : all.front();
  }

  WatchId page;
  std::optional<Dispatcher> dispatcher;
  std::vector<Outgoing> under_way;

 private:
  // Returns the reasons of the messages in a webhook's body.
  static std::string told_by(const std::string& body) {
    std::string words;
    for (std::size_t at = 0; (at = body.find("\"why\":\"", at)) != std::string::npos; ++at) {
      const std::size_t begin = at + 7;
      words += (words.empty() ? "" : " ") + body.substr(begin, body.find('"', begin) - begin);
    }
    return words;
  }
};

TEST_F(DispatcherTest, SendsAMessageOnce) {
  const ChannelId a = hook("a");
  change(a, "one");
  EXPECT_EQ(take(), "https://a.example/: one");
  EXPECT_EQ(take(), "") << "it is under way";
  answer(204);
  EXPECT_EQ(take(), "");
  EXPECT_EQ(only_delivery().state, DeliveryState::sent);
}

TEST_F(DispatcherTest, SendsOneMessageOfAChannelAtATime) {
  const ChannelId a = hook("a"), b = hook("b");
  change(a, "one");
  change(a, "two");
  change(b, "three");
  EXPECT_EQ(take(), "https://a.example/: one, https://b.example/: three");
  answer(200);
  EXPECT_EQ(take(), "https://a.example/: two");
}

TEST_F(DispatcherTest, TriesAgainWithTheSameId) {
  change(hook("a"), "one");
  take();
  const std::string id = under_way.front().delivery;
  answer(503);
  EXPECT_EQ(only_delivery().last_error, "Webhook: it asks to wait; it answered 503.");
  EXPECT_EQ(take(), "");
  later(seconds(6));
  EXPECT_EQ(take(), "https://a.example/: one");
  EXPECT_EQ(under_way.front().delivery, id);
  EXPECT_EQ(under_way.front().attempts, 2);
  EXPECT_EQ(under_way.front().composed.id, id);
}

TEST_F(DispatcherTest, SendsAgainWhatWasUnderWayWhenTheProcessDied) {
  change(hook("a"), "one");
  take();
  const Outgoing first = under_way.front();
  restart();
  under_way.clear();
  EXPECT_EQ(take(), "https://a.example/: one");
  EXPECT_EQ(under_way.front().delivery, first.delivery);
  EXPECT_EQ(under_way.front().composed.body, first.composed.body);
}

TEST_F(DispatcherTest, MakesOneMessageOfMoreThanAMinuteTakes) {
  const ChannelId a = hook("a", R"("per_minute":"2")");
  for (const char* const what : {"one", "two", "three"}) change(a, what);
  EXPECT_EQ(take(), "https://a.example/: one two three");
  answer(200);
  EXPECT_EQ(only_delivery().state, DeliveryState::sent);
  EXPECT_EQ(only_delivery().happenings.size(), 3U);
}

TEST_F(DispatcherTest, MakesOneMessageOfARedesign) {
  const ChannelId a = hook("a");
  for (int i = 0; i < 500; ++i) change(a, "p" + std::to_string(i), "structure changed");
  EXPECT_EQ(take(), "") << "more pages may come";
  later(seconds(61));
  take();
  ASSERT_EQ(under_way.size(), 1U);
  EXPECT_NE(under_way.front().composed.body.find("site.redesigned"), std::string::npos);
  answer(200);
  later(hours(1));
  EXPECT_EQ(take(), "");
  EXPECT_EQ(only_delivery().happenings.size(), 500U);
}

TEST_F(DispatcherTest, RepeatsAGroupAsItWas) {
  const ChannelId a = hook("a", R"("per_minute":"1")");
  change(a, "one");
  change(a, "two");
  take();
  const Outgoing first = under_way.front();
  answer(503);
  change(a, "three");
  later(seconds(10));
  EXPECT_EQ(take(), "https://a.example/: one two");
  EXPECT_EQ(under_way.front().delivery, first.delivery);
  EXPECT_EQ(under_way.front().composed.body, first.composed.body);
}

TEST_F(DispatcherTest, PausesAChannelThatTakesNothingAnyMoreAndTellsItsOwnerByAnother) {
  const ChannelId a = hook("a"), b = hook("b");
  change(a, "one");
  take();
  answer(410);
  EXPECT_TRUE(row(a).is_paused);
  EXPECT_NE(row(a).reason, "");
  EXPECT_EQ(take(), "https://b.example/: " + row(a).reason);
  EXPECT_NE(under_way.front().composed.body.find("channel.paused"), std::string::npos);
  answer(200);
  later(hours(24));
  EXPECT_EQ(take(), "");
  must(registry->channels().resume(a));
  EXPECT_EQ(take(), "https://a.example/: one") << "its messages waited";
  EXPECT_FALSE(row(b).is_paused);
}

TEST_F(DispatcherTest, GivesAMessageUpAfterItsLastAttempt) {
  const ChannelId a = hook("a");
  change(a, "one");
  for (int attempt = 1; attempt <= 10; ++attempt) {
    ASSERT_NE(take(), "") << attempt;
    answer({.failure = SendFailure::unreachable});
    later(hours(30));
  }
  EXPECT_EQ(take(), "");
  EXPECT_EQ(only_delivery().state, DeliveryState::failed);
  EXPECT_TRUE(row(a).is_paused);
}

TEST_F(DispatcherTest, PausesAChannelWhoseSettingsCannotBeUsed) {
  const ChannelId a = hook("a", R"("nonsense":"x")");
  change(a, "one");
  EXPECT_EQ(take(), "");
  EXPECT_TRUE(row(a).is_paused);
  EXPECT_EQ(only_delivery().state, DeliveryState::waiting);
}

TEST_F(DispatcherTest, HoldsAFailingChannelBetweenAttempts) {
  const ChannelId a = hook("a"), b = hook("b");
  change(a, "one");
  change(a, "two");
  take();
  answer({.failure = SendFailure::timeout});
  EXPECT_EQ(take(), "") << "the second message need not find out the same";
  change(b, "three");
  EXPECT_EQ(take(), "https://b.example/: three");
  later(minutes(2));
  EXPECT_EQ(take(), "https://a.example/: one");
}

TEST_F(DispatcherTest, ForgetsAChannelThatWasRemoved) {
  const ChannelId a = hook("a");
  change(a, "one");
  take();
  must(registry->channels().remove(a));
  answer(200);
  EXPECT_EQ(take(), "");
}

}  // namespace
}  // namespace freshet
