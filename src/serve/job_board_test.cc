#include "serve/job_board.h"

#include <gtest/gtest.h>

#include "testkit/scratch.h"

namespace freshet {
namespace {

class JobBoardTest : public testing::Test {
 protected:
  void open() {
    auto board = JobBoard::open(system_disk(), scratch_ / "jobs.json");
    ASSERT_TRUE(board) << board.error().message;
    board_ = *std::move(board);
  }
  std::int64_t add(const std::string& url) { return board_->add({.urls = {url}}, now_).value().id; }
  std::string state(std::int64_t id) {
    const auto job = board_->find(id);
    return job ? std::string(name_of(job->state)) : "none";
  }

  Scratch scratch_;
  Time now_ = parse_time("2026-11-16T12:00:00Z").value();
  std::unique_ptr<JobBoard> board_;
};

TEST_F(JobBoardTest, RunsJobsInTheOrderInWhichTheyCame) {
  open();
  const auto first = add("https://a.example/");
  const auto second = add("https://b.example/");
  EXPECT_EQ(board_->take(now_)->id, first);
  EXPECT_EQ(state(first), "running");
  EXPECT_TRUE(board_->has_waiting());
  ASSERT_TRUE(board_->end(first, JobState::done, "nothing is left to do", now_));
  EXPECT_EQ(board_->take(now_)->id, second);
  EXPECT_FALSE(board_->has_waiting());
}

TEST_F(JobBoardTest, GoesOnWithTheJobsOfAServerThatWasKilled) {
  open();
  const auto running = add("https://a.example/");
  const auto waiting = add("https://b.example/");
  const auto ended = add("https://c.example/");
  board_->take(now_);
  ASSERT_TRUE(board_->cancel(ended, now_));
  open();
  EXPECT_EQ(state(running), "waiting");
  EXPECT_EQ(state(waiting), "waiting");
  EXPECT_EQ(state(ended), "none");
  EXPECT_EQ(board_->take(now_)->order.urls, std::vector<std::string>{"https://a.example/"});
  EXPECT_GT(add("https://d.example/"), ended);
}

TEST_F(JobBoardTest, CancelsAJobThatWaitsAtOnceAndOneThatRunsWhenItStops) {
  open();
  const auto running = add("https://a.example/");
  const auto waiting = add("https://b.example/");
  board_->take(now_);
  EXPECT_TRUE(board_->cancel(waiting, now_));
  EXPECT_EQ(state(waiting), "cancelled");
  EXPECT_TRUE(board_->cancel(running, now_));
  EXPECT_EQ(state(running), "running");
  EXPECT_TRUE(board_->is_cancelled(running));
  ASSERT_TRUE(board_->end(running, JobState::cancelled, "stopped", now_));
  EXPECT_EQ(board_->cancel(running, now_).error().code, Errc::invalid);
  EXPECT_EQ(board_->cancel(77, now_).error().code, Errc::not_found);
}

TEST_F(JobBoardTest, GoesOnWithAJobThatWasPutBackUnlessItWasCancelled) {
  open();
  const auto kept = add("https://a.example/"), cancelled = add("https://b.example/");
  board_->take(now_);
  board_->take(now_);
  ASSERT_TRUE(board_->cancel(cancelled, now_));
  ASSERT_TRUE(board_->put_back(kept));
  ASSERT_TRUE(board_->put_back(cancelled));
  EXPECT_EQ(state(kept), "waiting");
  EXPECT_EQ(state(cancelled), "cancelled");
  open();
  EXPECT_EQ(state(kept), "waiting");
  EXPECT_EQ(state(cancelled), "none");
}

TEST_F(JobBoardTest, RefusesMoreThanItKeeps) {
  open();
  for (std::size_t i = 0; i < JobBoard::kOpenMax; ++i) {
    const auto id = add("https://a.example/");
    EXPECT_EQ(board_->take(now_)->id, id) << "jobs that run count, too";
  }
  EXPECT_EQ(board_->add({}, now_).error().code, Errc::unavailable);
  ASSERT_TRUE(board_->end(1, JobState::done, "", now_));
  EXPECT_TRUE(board_->add({}, now_));
}

// The list of all open jobs must be small enough to be read again.
TEST_F(JobBoardTest, RefusesALargeOrder) {
  open();
  JobOrder order{.urls = {std::string(JobBoard::kOrderBytesMax, 'a')}};
  EXPECT_TRUE(board_->add(order, now_));
  order.urls.emplace_back("x");
  EXPECT_EQ(board_->add(order, now_).error().code, Errc::limit);
}

TEST_F(JobBoardTest, RefusesAFileThatIsNoListOfJobs) {
  for (const char* const text :
       {R"({"jobs":[{}]})", R"({"jobs":[{"id":1,"made":"2026","kind":7}]})",
        R"({"jobs":[{"id":1,"made":2026,"kind":"crawl"}]})", R"({"jobs":{}})", "[]", "{", ""}) {
    ASSERT_TRUE(replace_file(system_disk(), scratch_ / "jobs.json", text));
    const auto board = JobBoard::open(system_disk(), scratch_ / "jobs.json");
    ASSERT_FALSE(board) << text;
    EXPECT_EQ(board.error().code, Errc::corrupt) << text;
  }
}

}  // namespace
}  // namespace freshet
