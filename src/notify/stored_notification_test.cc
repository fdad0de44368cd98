#include "notify/stored_notification.h"

#include <gtest/gtest.h>

#include "notify/samples_test.h"

namespace freshet {
namespace {

TEST(StoredNotification, IsReadAsItWasStored) {
  Notification digest = redesign_notification(3);
  digest.together = Together::digest;
  digest.from = *parse_time("2026-11-16T05:00:00.123456Z");
  digest.left_out = 7;
  digest.messages[1] = {.id = "c-1",
                        .kind = MessageKind::page_error,
                        .truncated = true,
                        .since = parse_time("1950-01-01")};
  for (const Notification& notification : {water_notification(), digest}) {
    const auto read = read_notification(store_notification(notification));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, notification);
  }
}

// Text of pages may be any bytes; what is no UTF-8 cannot be sent either.
TEST(StoredNotification, KeepsHostileText) {
  const Notification hostile = single_notification("d", hostile_message());
  const auto read = read_notification(store_notification(hostile));
  ASSERT_TRUE(read);
  EXPECT_EQ(store_notification(*read), store_notification(hostile));
  EXPECT_EQ(read->messages[0].page.url, hostile.messages[0].page.url);
}

TEST(StoredNotification, IsAnErrorIfItIsDamaged) {
  const std::string good = store_notification(water_notification());
  for (std::size_t length = 0; length < good.size(); ++length)
    EXPECT_FALSE(read_notification(std::string_view(good).substr(0, length)));
  EXPECT_FALSE(read_notification("[]"));
  EXPECT_FALSE(read_notification(R"({"together":"single","messages":[]})"));
  EXPECT_FALSE(read_notification(R"({"together":"single","messages":[1]})"));
  EXPECT_TRUE(read_notification(
      R"({"together":"single","id":7,"messages":[{"kind":"page.new","watch":3,"hunks":[[1,2,3,4],5]}]})"));
}

}  // namespace
}  // namespace freshet
