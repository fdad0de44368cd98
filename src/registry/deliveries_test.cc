#include "registry/deliveries.h"

#include <gtest/gtest.h>

#include <set>

#include "registry/registry_driver_test.h"

namespace freshet {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;
using IdList = std::vector<std::string>;

class DeliveriesTest : public RegistryTest {
 protected:
  DeliveriesTest() : page(watch("https://a.example/")), hook(channel("hook")) {}

  Deliveries& deliveries() { return registry->deliveries(); }
  // Tells a change on the channel and returns the id of its delivery.
  std::string wait_for(ChannelId to) { return tell(page, {to}).deliveries.front(); }
  // Returns the ids that were taken.
  IdList take(std::size_t count = 100, std::size_t of_channel_max = 100) {
    IdList ids;
    for (const Delivery& each : must(deliveries().take_due(now(), count, of_channel_max))) {
      EXPECT_EQ(each.state, DeliveryState::sending);
      ids.push_back(each.id);
    }
    return ids;
  }
  Delivery get(const std::string& id) {
    auto found = must(deliveries().find(id));
    EXPECT_TRUE(found) << id;
    return found.value_or(Delivery{});
  }

  WatchId page;
  ChannelId hook;
};

TEST_F(DeliveriesTest, AddsADeliveryWithItsHappening) {
  const Told told = tell(page, {hook});
  ASSERT_EQ(told.deliveries.size(), 1u);
  reopen();
  const Delivery delivery = get(told.deliveries.front());
  EXPECT_EQ(delivery.channel, hook);
  EXPECT_EQ(delivery.happenings, told.happenings);
  EXPECT_EQ(delivery.state, DeliveryState::waiting);
  EXPECT_EQ(delivery.attempts, 0);
  EXPECT_EQ(delivery.created, now());
  EXPECT_EQ(delivery.next_attempt, now());
  EXPECT_TRUE(delivery.id.starts_with("msg_"));
}

TEST_F(DeliveriesTest, SendsOnce) {
  const std::string id = wait_for(hook);
  EXPECT_EQ(take(), IdList{id});
  EXPECT_EQ(take(), IdList{}) << "it is being sent";
  must(deliveries().mark_sent(id, now()));
  EXPECT_EQ(take(), IdList{});
  EXPECT_EQ(get(id).state, DeliveryState::sent);
  EXPECT_EQ(get(id).attempts, 1);
  EXPECT_EQ(get(id).ended, now());
  EXPECT_EQ(error_of(deliveries().mark_sent(id, now())),
            "delivery \"" + id + "\": there is none of this id that is being sent");
}

TEST_F(DeliveriesTest, TriesAgainWhenItIsTime) {
  const std::string id = wait_for(hook);
  take();
  must(deliveries().mark_failed(id, "it answered 503", now() + minutes(5), now()));
  EXPECT_EQ(get(id).last_error, "it answered 503");
  EXPECT_EQ(must(registry->channels().find(hook))->failures, 1);
  EXPECT_EQ(must(deliveries().next_due(now())), now() + minutes(5));
  later(minutes(5) - Duration{1});
  EXPECT_EQ(take(), IdList{});
  later(Duration{1});
  EXPECT_EQ(take(), IdList{id}) << "of the same id";
  EXPECT_EQ(get(id).attempts, 2);
  must(deliveries().mark_sent(id, now()));
  EXPECT_EQ(must(registry->channels().find(hook))->failures, 0);
  EXPECT_EQ(get(id).last_error, "");
}

TEST_F(DeliveriesTest, GivesUpAndTriesAgainOnRequest) {
  const std::string id = wait_for(hook);
  take();
  must(deliveries().mark_failed(id, std::string(5000, 'x') + "\xff", std::nullopt, now()));
  EXPECT_EQ(get(id).state, DeliveryState::failed);
  EXPECT_EQ(get(id).last_error.size(), 1000u);
  later(days(40));
  EXPECT_EQ(take(), IdList{});
  must(deliveries().retry(id, now()));
  EXPECT_EQ(get(id).ended, std::nullopt);
  EXPECT_EQ(take(), IdList{id});
  EXPECT_FALSE(deliveries().retry(id, now())) << "it is being sent";
}

TEST_F(DeliveriesTest, DropsADeliveryThatWaits) {
  const std::string id = wait_for(hook);
  must(deliveries().drop(id, now()));
  EXPECT_EQ(take(), IdList{});
  EXPECT_EQ(get(id).state, DeliveryState::failed);
  EXPECT_FALSE(deliveries().drop(id, now()));
}

TEST_F(DeliveriesTest, DoesNotCountAnAttemptThatWasNotMade) {
  const std::string id = wait_for(hook);
  take();
  must(deliveries().put_back(id, now() + seconds(1)));
  EXPECT_EQ(get(id).attempts, 0);
  EXPECT_EQ(must(registry->channels().find(hook))->failures, 0);
  later(seconds(1));
  EXPECT_EQ(take(), IdList{id});
}

TEST_F(DeliveriesTest, SendsAgainWhatAProcessThatDiedWasSending) {
  const std::string id = wait_for(hook);
  take();
  reopen();
  EXPECT_EQ(take(), IdList{}) << "another program that opens it changes nothing";
  EXPECT_EQ(must(deliveries().requeue_sending()), 1);
  EXPECT_EQ(take(), IdList{id});
  EXPECT_EQ(get(id).attempts, 2) << "the receiver may have it already";
}

TEST_F(DeliveriesTest, TakesFromTheChannelsInTurn) {
  const ChannelId other = channel("other"), third = channel("third");
  IdList of_hook;
  for (int i = 0; i < 50; ++i) {
    later(seconds(1));
    of_hook.push_back(wait_for(hook));
  }
  const std::string of_other = wait_for(other);
  const std::string of_third = wait_for(third);
  EXPECT_EQ(take(4), (IdList{of_hook[0], of_other, of_third, of_hook[1]}));
  EXPECT_EQ(take(2), (IdList{of_hook[2], of_hook[3]}));
}

TEST_F(DeliveriesTest, SendsAFewOfAChannelAtATime) {
  const ChannelId other = channel("other");
  for (int i = 0; i < 10; ++i) wait_for(hook);
  const IdList sending = take(100, 3);
  EXPECT_EQ(sending.size(), 3u);
  EXPECT_EQ(take(100, 3), IdList{});
  const std::string of_other = wait_for(other);
  EXPECT_EQ(take(100, 3), IdList{of_other}) << "a channel that hangs delays no other";
  must(deliveries().mark_sent(sending[0], now()));
  EXPECT_EQ(take(100, 3).size(), 1u);
}

TEST_F(DeliveriesTest, HoldsTheDeliveriesOfAPausedChannel) {
  const ChannelId other = channel("other");
  const std::string held = wait_for(hook), sent = wait_for(other);
  must(registry->channels().pause(hook, "it fails"));
  EXPECT_EQ(take(), IdList{sent});
  EXPECT_FALSE(must(deliveries().next_due(now())));
  EXPECT_EQ(get(held).state, DeliveryState::waiting);
  must(registry->channels().resume(hook));
  EXPECT_EQ(must(deliveries().next_due(now())), now());
  EXPECT_EQ(take(), IdList{held});
}

TEST_F(DeliveriesTest, DoesNotWaitForATimeThatAClockAheadPlanned) {
  const std::string id = wait_for(hook);
  take();
  must(deliveries().mark_failed(id, "", now() + days(365), now() + days(364)));
  EXPECT_EQ(must(deliveries().next_due(now())), now());
  EXPECT_EQ(take(), IdList{id});
}

TEST_F(DeliveriesTest, CollectsADigestUntilItIsSent) {
  const auto digest = [&] {
    return must(registry->tell({.happenings = {{.watch = page, .time = now(), .kind = "changed"}},
                                .deliveries = {{.channel = hook,
                                                .happenings = {0},
                                                .first_attempt = now() + hours(1),
                                                .joins_waiting = true}}},
                               now()));
  };
  const Told first = digest();
  later(minutes(10));
  const Told second = digest();
  EXPECT_EQ(second.deliveries, first.deliveries);
  EXPECT_EQ(get(first.deliveries.front()).happenings,
            (std::vector<HappeningId>{first.happenings[0], second.happenings[0]}));
  EXPECT_NE(wait_for(hook), first.deliveries.front()) << "a message of its own";
  later(minutes(50));
  EXPECT_EQ(take().size(), 2u);
  const Told third = digest();
  EXPECT_NE(third.deliveries, first.deliveries) << "nothing joins what is being sent";
  must(deliveries().mark_failed(first.deliveries.front(), "", now() + hours(2), now()));
  must(deliveries().mark_failed(
      must(deliveries().list({.state = DeliveryState::sending}, {}, 1)).front().id, "",
      now() + minutes(1), now()));
  EXPECT_EQ(digest().deliveries, third.deliveries) << "nor what was tried";
}

TEST_F(DeliveriesTest, CarriesALimitedNumberOfHappenings) {
  Telling telling;
  telling.deliveries.push_back({.channel = hook, .first_attempt = now()});
  for (std::size_t i = 0; i < 2500; ++i) {
    telling.happenings.push_back({.watch = page, .time = now()});
    telling.deliveries.front().happenings.push_back(i);
  }
  const Told told = must(registry->tell(telling, now()));
  ASSERT_EQ(told.deliveries.size(), 3u);
  EXPECT_EQ(get(told.deliveries[0]).happenings.size(), 1000u);
  EXPECT_EQ(get(told.deliveries[2]).happenings.size(), 500u);
}

TEST_F(DeliveriesTest, FillsTheNextDigestWhenOneIsFull) {
  std::set<std::string> ids;
  const auto digest = [&](std::size_t count) {
    Telling telling;
    telling.deliveries.push_back(
        {.channel = hook, .first_attempt = now() + hours(1), .joins_waiting = true});
    for (std::size_t i = 0; i < count; ++i) {
      telling.happenings.push_back({.watch = page, .time = now()});
      telling.deliveries.front().happenings.push_back(i);
    }
    for (const std::string& id : must(registry->tell(telling, now())).deliveries) ids.insert(id);
  };
  digest(1000);
  for (int i = 0; i < 5; ++i) digest(1);
  EXPECT_EQ(ids.size(), 2u) << "not a message for each";
}

TEST_F(DeliveriesTest, RepeatsAnEarlierHappening) {
  const Told told = tell(page, {hook});
  const Told again = must(registry->tell({.deliveries = {{.channel = hook,
                                                          .known = {told.happenings[0], 99},
                                                          .first_attempt = now()}}},
                                         now()));
  ASSERT_EQ(again.deliveries.size(), 1u);
  EXPECT_NE(again.deliveries, told.deliveries);
  EXPECT_EQ(get(again.deliveries.front()).happenings, told.happenings);
}

TEST_F(DeliveriesTest, LeavesOutWhatIsGone) {
  const Told told = must(
      registry->tell({.progress = {{.watch = 99, .state = "{}"}},
                      .happenings = {{.watch = 99, .time = now()}, {.watch = page, .time = now()}},
                      .deliveries = {{.channel = hook, .happenings = {0}},
                                     {.channel = 99, .happenings = {1}},
                                     {.channel = hook, .happenings = {0, 1}}}},
                     now()));
  EXPECT_EQ(told.happenings[0], 0);
  EXPECT_GT(told.happenings[1], 0);
  ASSERT_EQ(told.deliveries.size(), 1u);
  EXPECT_EQ(get(told.deliveries[0]).happenings, std::vector<HappeningId>{told.happenings[1]});
}

TEST_F(DeliveriesTest, TellsAChangeOfTheArchiveOnce) {
  const FeedPosition first{"a1", 10}, second{"a1", 12}, other{"b2", 3};
  EXPECT_FALSE(must(registry->feed_position()));
  const auto step = [&](const std::optional<FeedPosition>& from, const FeedPosition& to) {
    return registry->tell(
        {.happenings = {{.watch = page, .time = now()}}, .step = FeedStep{.from = from, .to = to}},
        now());
  };
  must(step({}, first));
  must(step(first, second));
  EXPECT_EQ(error_of(step(first, second)),
            "these changes were told already: the registry stands at 12, not 10");
  EXPECT_FALSE(step({}, first));
  EXPECT_EQ(must(registry->feed_position()), second);
  EXPECT_EQ(must(registry->happenings().list({}, {}, 10)).size(), 2u);
  must(step(second, other));
  EXPECT_EQ(must(registry->feed_position()), other) << "an archive with a new catalog";
}

TEST_F(DeliveriesTest, ChangesNothingIfAnyPartFails) {
  const auto failed = registry->tell(
      {.progress = {{.watch = page, .state = "new", .condition = WatchCondition::failing}},
       .happenings = {{.watch = page, .time = now()}},
       .deliveries = {{.channel = hook, .happenings = {7}}},
       .step = FeedStep{.to = {"a1", 1}}},
      now());
  EXPECT_EQ(error_of(failed), "a delivery names a happening that is not told with it");
  EXPECT_FALSE(must(registry->watches().state(page)));
  EXPECT_TRUE(must(registry->happenings().list({}, {}, 10)).empty());
  EXPECT_FALSE(must(registry->feed_position()));
}

TEST_F(DeliveriesTest, ListsAndCountsByOwnerChannelAndState) {
  const PersonId ann = person("ann");
  const ChannelId hers = channel("hers", ann);
  const std::string first = wait_for(hook), second = wait_for(hers), third = wait_for(hook);
  take(2);
  must(deliveries().mark_sent(first, now()));
  const auto list = [&](const DeliveryFilter& filter, std::optional<std::int64_t> before = {}) {
    IdList ids;
    for (const Delivery& each : must(deliveries().list(filter, before, 10))) ids.push_back(each.id);
    return ids;
  };
  EXPECT_EQ(list({}), (IdList{third, second, first}));
  EXPECT_EQ(list({}, get(third).number), (IdList{second, first}));
  EXPECT_EQ(list({.owner = ann}), IdList{second});
  EXPECT_EQ(list({.channel = hook}), (IdList{third, first}));
  EXPECT_EQ(list({.channel = hook, .state = DeliveryState::waiting}), IdList{third});
  EXPECT_EQ(list({.owner = ann, .channel = hook}), IdList{});
  EXPECT_EQ(must(deliveries().count({})), (DeliveryCounts{.waiting = 1, .sending = 1, .sent = 1}));
  EXPECT_EQ(must(deliveries().count({.channel = hers})), (DeliveryCounts{.sending = 1}));
}

TEST_F(DeliveriesTest, ForgetsDeliveriesThatEndedLongAgo) {
  const std::string sent = wait_for(hook), failed = wait_for(hook), waiting = wait_for(hook);
  take(2);
  must(deliveries().mark_sent(sent, now()));
  must(deliveries().mark_failed(failed, "no", std::nullopt, now()));
  EXPECT_EQ(must(deliveries().forget_ended(now())), 0);
  EXPECT_EQ(must(deliveries().forget_ended(now() + seconds(1))), 2);
  EXPECT_TRUE(must(deliveries().find(waiting)));
  EXPECT_EQ(must(registry->happenings().list({}, {}, 10)).size(), 3u) << "what happened stays";
}

TEST_F(DeliveriesTest, ListsWhatIsDueWithoutTakingIt) {
  const std::string id = wait_for(hook);
  for (int i = 0; i < 2; ++i) {
    const auto due = must(deliveries().due(now(), 100, 100));
    ASSERT_EQ(due.size(), 1u);
    EXPECT_EQ(due[0].id, id);
    EXPECT_EQ(due[0].state, DeliveryState::waiting);
    EXPECT_EQ(due[0].attempts, 0);
  }
  must(deliveries().postpone(id, now() + minutes(1)));
  EXPECT_TRUE(must(deliveries().due(now(), 100, 100)).empty());
  EXPECT_EQ(get(id).attempts, 0);
}

TEST_F(DeliveriesTest, MakesOneOfSeveralThatAreSentTogether) {
  const IdList waiting = {wait_for(hook), wait_for(hook), wait_for(hook)};
  const std::string elsewhere = wait_for(channel("other"));
  EXPECT_NE(error_of(deliveries().begin({waiting[0], elsewhere})), "no error");
  EXPECT_EQ(get(waiting[0]).state, DeliveryState::waiting) << "nothing was changed";
  EXPECT_EQ(get(waiting[0]).happenings.size(), 1u);
  const Delivery begun = must(deliveries().begin(waiting));
  EXPECT_EQ(begun.id, waiting[0]);
  EXPECT_EQ(begun.state, DeliveryState::sending);
  EXPECT_EQ(begun.attempts, 1);
  EXPECT_EQ(begun.happenings.size(), 3u);
  EXPECT_FALSE(must(deliveries().find(waiting[1])));
  EXPECT_NE(error_of(deliveries().begin(waiting)), "no error") << "it is being sent";
}

}  // namespace
}  // namespace freshet
