#include "registry/happenings.h"

#include <gtest/gtest.h>

#include "registry/registry_driver_test.h"

namespace freshet {
namespace {

using std::chrono::days;
using std::chrono::hours;
using NumberList = std::vector<HappeningId>;

class HappeningsTest : public RegistryTest {
 protected:
  Happenings& happenings() { return registry->happenings(); }
  HappeningId happen(WatchId of, const std::string& message = "{}") {
    return tell(of, {}, message).happenings.front();
  }
  NumberList newest(const HappeningFilter& filter, std::optional<HappeningId> before = {},
                    std::size_t count = 100) {
    return ids(must(happenings().list(filter, before, count)));
  }
  static NumberList ids(const std::vector<Happening>& all) {
    NumberList numbers;
    for (const Happening& each : all) numbers.push_back(each.id);
    return numbers;
  }
};

TEST_F(HappeningsTest, KeepsWhatHappened) {
  const WatchId id = watch("https://a.example/");
  const HappeningId happened = happen(id, "{\"words\":7}");
  reopen();
  EXPECT_EQ(must(happenings().find(happened)), (Happening{.id = happened,
                                                          .watch = id,
                                                          .page = "https://a.example/",
                                                          .time = now(),
                                                          .kind = "changed",
                                                          .message = "{\"words\":7}"}));
  EXPECT_EQ(must(registry->watches().find(id))->told, now());
}

TEST_F(HappeningsTest, ListsFromTheNewestOnAndFromACursorOn) {
  const WatchId id = watch("https://a.example/");
  const HappeningId first = happen(id), second = happen(id), third = happen(id);
  EXPECT_EQ(newest({}), (NumberList{third, second, first}));
  EXPECT_EQ(newest({}, third, 1), NumberList{second});
  EXPECT_EQ(ids(must(happenings().list_after({}, first, 10))), (NumberList{second, third}));
  EXPECT_EQ(ids(must(happenings().list_after({}, third, 10))), NumberList{});
}

TEST_F(HappeningsTest, FiltersByOwnerWatchKindTagAndUnread) {
  const PersonId ann = person("ann");
  const WatchId mine = watch("https://a.example/");
  const WatchId hers =
      must(registry->watches().add(ann, {.url = "https://b.example/", .tags = {"news"}}, now()));
  const HappeningId first = happen(mine), second = happen(hers), third = happen(hers);
  EXPECT_EQ(newest({.owner = ann}), (NumberList{third, second}));
  EXPECT_EQ(newest({.watch = mine}), NumberList{first});
  EXPECT_EQ(newest({.tag = "news"}), (NumberList{third, second}));
  EXPECT_EQ(newest({.kind = "changed"}), (NumberList{third, second, first}));
  EXPECT_EQ(newest({.kind = "failing"}), NumberList{});
  EXPECT_EQ(must(happenings().count_unread(ann)), 2);
  must(happenings().mark_read(NumberList{second, 99}));
  EXPECT_EQ(
      newest({.owner = ann, .watch = hers, .kind = "changed", .tag = "news", .only_unread = true}),
      NumberList{third});
  EXPECT_EQ(must(happenings().count_unread(ann)), 1);
}

TEST_F(HappeningsTest, MarksAllOfAPersonAsRead) {
  const PersonId ann = person("ann");
  const WatchId one = watch("https://a.example/", ann), two = watch("https://b.example/", ann);
  const HappeningId first = happen(one), second = happen(two), third = happen(one);
  must(happenings().mark_read_until(ann, one, second));
  EXPECT_EQ(newest({.only_unread = true}), (NumberList{third, second}));
  must(happenings().mark_read_until(kLocalPerson, std::nullopt, third));
  EXPECT_EQ(must(happenings().count_unread(ann)), 2) << "of another person";
  must(happenings().mark_read_until(ann, std::nullopt, third));
  EXPECT_EQ(must(happenings().count_unread(ann)), 0);
  EXPECT_EQ(newest({.owner = ann}), (NumberList{third, second, first})) << "read ones stay";
}

TEST_F(HappeningsTest, KeepsTheFirstAcknowledgement) {
  const HappeningId happened = happen(watch("https://a.example/"));
  must(happenings().acknowledge(happened, now()));
  const Time first = now();
  later(hours(1));
  must(happenings().acknowledge(happened, now()));
  EXPECT_EQ(must(happenings().find(happened))->acknowledged, first);
  EXPECT_FALSE(must(happenings().find(happened))->is_unread);
  EXPECT_EQ(error_of(happenings().acknowledge(99, now())), "there is no happening 99");
}

TEST_F(HappeningsTest, KeepsTheNewestOfEachWatch) {
  const WatchId busy = watch("https://a.example/"), quiet = watch("https://b.example/");
  const HappeningId old = happen(quiet);
  NumberList all;
  for (int i = 0; i < 5; ++i) all.push_back(happen(busy));
  EXPECT_EQ(must(happenings().retain({.of_watch_max = 2}, now())), 3u);
  EXPECT_EQ(newest({}), (NumberList{all[4], all[3], old}));
  EXPECT_EQ(must(happenings().retain({.of_watch_max = 2}, now())), 0u);
}

TEST_F(HappeningsTest, DeletesWhatIsTooOld) {
  const WatchId id = watch("https://a.example/");
  happen(id);
  later(days(30));
  const HappeningId young = happen(id);
  EXPECT_EQ(must(happenings().retain({.age_max = days(30)}, now())), 0u);
  later(hours(1));
  EXPECT_EQ(must(happenings().retain({.age_max = days(30)}, now())), 1u);
  EXPECT_EQ(newest({}), NumberList{young});
}

TEST_F(HappeningsTest, DeletesTheOldestBeyondAQuotaOfBytes) {
  const WatchId id = watch("https://a.example/");
  NumberList all;
  for (int i = 0; i < 10; ++i) all.push_back(happen(id, std::string(1000, 'x')));
  EXPECT_EQ(must(happenings().retain({.message_bytes_max = 3500}, now())), 7u);
  EXPECT_EQ(newest({}), (NumberList{all[9], all[8], all[7]}));
}

TEST_F(HappeningsTest, DeletesNothingForAQuotaThatTheOtherLimitsMeet) {
  const WatchId busy = watch("https://a.example/"), quiet = watch("https://b.example/");
  const HappeningId old = happen(quiet, std::string(1000, 'x'));
  NumberList all;
  for (int i = 0; i < 5; ++i) all.push_back(happen(busy, std::string(1000, 'x')));
  EXPECT_EQ(must(happenings().retain({.of_watch_max = 2, .message_bytes_max = 3500}, now())), 3u);
  EXPECT_EQ(newest({}), (NumberList{all[4], all[3], old}));
}

TEST_F(HappeningsTest, KeepsWhatIsYetToBeSent) {
  const WatchId id = watch("https://a.example/");
  const Told told = tell(id, {channel("hook")});
  later(days(30));
  const HappeningLimits limits{.of_watch_max = 1, .age_max = days(1), .message_bytes_max = 1};
  happen(id);
  EXPECT_EQ(must(happenings().retain(limits, now())), 1u) << "the other one";
  EXPECT_EQ(newest({}), NumberList{told.happenings.front()});
  ASSERT_EQ(must(registry->deliveries().take_due(now(), 10, 10)).size(), 1u);
  EXPECT_EQ(must(happenings().retain(limits, now())), 0u);
  must(registry->deliveries().mark_sent(told.deliveries.front(), now()));
  EXPECT_EQ(must(happenings().retain(limits, now())), 1u);
  EXPECT_TRUE(must(registry->deliveries().find(told.deliveries.front()))->happenings.empty());
}

TEST_F(HappeningsTest, DeletesInPieces) {
  const WatchId id = watch("https://a.example/");
  Telling telling;
  for (int i = 0; i < 2500; ++i) telling.happenings.push_back({.watch = id, .time = now()});
  must(registry->tell(telling, now()));
  EXPECT_EQ(must(happenings().retain({.of_watch_max = 100}, now())), 1000u);
  EXPECT_EQ(must(happenings().retain({.of_watch_max = 100}, now())), 1000u);
  EXPECT_EQ(must(happenings().retain({.of_watch_max = 100}, now())), 400u);
  EXPECT_EQ(newest({}, {}, 1000).size(), 100u);
}

}  // namespace
}  // namespace freshet
