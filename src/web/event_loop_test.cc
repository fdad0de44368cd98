#include "web/event_loop.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <string>
#include <thread>

namespace freshet {
namespace {

using std::chrono::milliseconds;

class EventLoopTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(pipe(pipe_), 0); }
  void TearDown() override {
    close(pipe_[0]);
    close(pipe_[1]);
  }
  void say(char c) { ASSERT_EQ(write(pipe_[1], &c, 1), 1); }
  char hear() {
    char c = 0;
    EXPECT_EQ(read(pipe_[0], &c, 1), 1);
    return c;
  }
  void run_for(Duration time) {
    loop_->run(loop_->tick() + time, [] { return false; });
  }

  std::unique_ptr<EventLoop> loop_ = EventLoop::open().value();
  std::string order_;
  int pipe_[2] = {-1, -1};
};

TEST_F(EventLoopTest, CallsInOrderOfTimeAndThenOfAsking) {
  const Tick soon = loop_->tick() + milliseconds(2);
  loop_->at(soon + milliseconds(1), [&] { order_ += 'd'; });
  loop_->at(soon, [&] { order_ += 'b'; });
  loop_->at(soon, [&] { order_ += 'c'; });
  loop_->at(Tick{}, [&] {
    loop_->at(Tick{}, [&] { order_ += 'a'; });
    order_ += '.';
  });
  loop_->run(Tick::max(), [&] { return order_.size() == 5; });
  EXPECT_EQ(order_, ".abcd");
  EXPECT_GE(loop_->tick(), soon + milliseconds(1));
}

TEST_F(EventLoopTest, TakesBackACallThatWasNotMadeYet) {
  const auto first = loop_->call_at(Tick{}, [&] { order_ += 'a'; });
  const auto second = loop_->call_at(Tick{}, [&] { order_ += 'b'; });
  loop_->cancel(first);
  run_for(milliseconds(1));
  loop_->cancel(second);
  EXPECT_EQ(order_, "b");
}

TEST_F(EventLoopTest, StopsAtItsTimeAlthoughNothingHappens) {
  const Tick start = loop_->tick();
  run_for(milliseconds(5));
  EXPECT_GE(loop_->tick(), start + milliseconds(5));
  EXPECT_LT(loop_->tick(), start + milliseconds(500));
}

TEST_F(EventLoopTest, TellsWhatADescriptorIsReadyForUntilItIsUnwatched) {
  loop_->watch(pipe_[0], {.read = true}, [&](Readiness ready) {
    EXPECT_EQ(ready, (Readiness{.read = true}));
    order_ += hear();
  });
  run_for(milliseconds(1));
  EXPECT_EQ(order_, "");
  say('x');
  say('y');
  run_for(milliseconds(1));
  EXPECT_EQ(order_, "xy");
  loop_->unwatch(pipe_[0]);
  say('z');
  run_for(milliseconds(1));
  EXPECT_EQ(order_, "xy");
}

TEST_F(EventLoopTest, WatchesForSomethingElseWhenTold) {
  loop_->watch(pipe_[1], {.read = true}, [&](Readiness ready) {
    order_ += ready.write ? 'w' : '?';
    loop_->change_watch(pipe_[1], {});
  });
  run_for(milliseconds(1));
  EXPECT_EQ(order_, "");
  loop_->change_watch(pipe_[1], {.write = true});
  run_for(milliseconds(1));
  EXPECT_EQ(order_, "w");
}

TEST_F(EventLoopTest, AHangUpIsToldAsBoth) {
  loop_->watch(pipe_[0], {.read = true}, [&](Readiness ready) {
    EXPECT_EQ(ready, (Readiness{.read = true, .write = true}));
    loop_->unwatch(pipe_[0]);
    order_ += 'h';
  });
  close(pipe_[1]);
  run_for(milliseconds(1));
  EXPECT_EQ(order_, "h");
  pipe_[1] = dup(pipe_[0]);
}

// Both are ready in one turn; the first callback unwatches the other, closes it, and watches a new
// descriptor that gets its number.
TEST_F(EventLoopTest, AnEventOfAClosedDescriptorIsNotToldToTheNextOfThatNumber) {
  int other[2];
  ASSERT_EQ(pipe(other), 0);
  int calls = 0;
  const auto replace = [&](int mine, int yours) {
    return [&, mine, yours](Readiness) {
      ++calls;
      loop_->unwatch(mine);
      loop_->unwatch(yours);
      const int quiet = dup(pipe_[1]);  // never readable
      ASSERT_EQ(dup2(quiet, yours), yours);
      close(quiet);
      loop_->watch(yours, {.read = true}, [&](Readiness) { order_ += '?'; });
    };
  };
  loop_->watch(pipe_[0], {.read = true}, replace(pipe_[0], other[0]));
  loop_->watch(other[0], {.read = true}, replace(other[0], pipe_[0]));
  say('x');
  ASSERT_EQ(write(other[1], "x", 1), 1);
  run_for(milliseconds(2));
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(order_, "");
  loop_->unwatch(pipe_[0]);
  loop_->unwatch(other[0]);
  close(other[0]);
  close(other[1]);
}

TEST_F(EventLoopTest, AnotherThreadsCallsComeInTheirOrderAndWakeIt) {
  constexpr int kPosted = 5000;
  std::vector<int> seen;
  std::thread poster([&] {
    for (int i = 0; i < kPosted; ++i) loop_->post([&seen, i] { seen.push_back(i); });
  });
  loop_->run(Tick::max(), [&] { return seen.size() == kPosted; });
  poster.join();
  for (int i = 0; i < kPosted; ++i) ASSERT_EQ(seen[static_cast<std::size_t>(i)], i);
}

TEST_F(EventLoopTest, TimersThatAskForMoreDoNotKeepOthersWaiting) {
  std::function<void()> again = [&] { loop_->at(Tick{}, again); };
  again();
  loop_->watch(pipe_[0], {.read = true}, [&](Readiness) { order_ += hear(); });
  loop_->post([&] { order_ += 'p'; });
  say('r');
  loop_->run(loop_->tick() + std::chrono::seconds(5), [&] { return order_.size() == 2; });
  EXPECT_EQ(order_.size(), 2U);
  EXPECT_LT(loop_->tick(), std::chrono::seconds(5));
}

TEST_F(EventLoopTest, SleepsWhileThereIsNothingToDo) {
  loop_->watch(pipe_[0], {.read = true}, [](Readiness) {});
  rusage before{}, after{};
  getrusage(RUSAGE_THREAD, &before);
  run_for(milliseconds(50));
  getrusage(RUSAGE_THREAD, &after);
  EXPECT_LT(after.ru_nvcsw - before.ru_nvcsw, 10);
  const auto cpu_us = [](const rusage& r) {
    return (r.ru_utime.tv_sec + r.ru_stime.tv_sec) * 1'000'000 + r.ru_utime.tv_usec +
           r.ru_stime.tv_usec;
  };
  EXPECT_LT(cpu_us(after) - cpu_us(before), 25'000);
}

}  // namespace
}  // namespace freshet
