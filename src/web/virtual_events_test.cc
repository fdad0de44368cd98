#include "web/virtual_events.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

using std::chrono::seconds;

TEST(VirtualEventsTest, CallsInOrderOfTimeAndThenOfAsking) {
  VirtualEvents events;
  std::string order;
  events.at(seconds(2), [&] { order += 'c'; });
  events.at(seconds(1), [&] {
    order += 'a';
    events.at(seconds(0), [&] { order += 'b'; });  // in the past: runs at once, but not within this
                                                   // call
    order += '.';
  });
  events.at(seconds(2), [&] { order += 'd'; });
  events.run(Tick::max(), [] { return false; });
  EXPECT_EQ(order, "a.bcd");
  EXPECT_EQ(events.tick(), seconds(2));
}

TEST(VirtualEventsTest, StopsAtItsTimeOrWhenToldTo) {
  VirtualEvents events;
  int calls = 0;
  for (int i = 1; i <= 4; ++i) events.at(seconds(i), [&] { ++calls; });
  events.run(seconds(2), [] { return false; });
  EXPECT_EQ(calls, 2);
  events.run(Tick::max(), [&] { return calls == 3; });
  EXPECT_EQ(calls, 3);
  EXPECT_EQ(events.tick(), seconds(3));
  events.run(seconds(10), [] { return false; });
  EXPECT_EQ(events.tick(), seconds(10));
}

TEST(VirtualEventsTest, AClockCanBeSetWithoutMovingTheTick) {
  VirtualEvents events;
  VirtualClock clock(events, Time{});
  events.run(seconds(5), [] { return false; });
  clock.jump(-seconds(60));
  EXPECT_EQ(clock.now(), Time{} - seconds(55));
  EXPECT_EQ(events.tick(), seconds(5));
}

}  // namespace
}  // namespace freshet
