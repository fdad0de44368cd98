#include "engine/judge_thread.h"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <string>
#include <vector>

#include "base/random.h"
#include "store/archive_writer.h"
#include "store/snapshot_facts.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

constexpr auto kPatience = std::chrono::seconds(30);

// A judge of an empty archive; its posted calls run here, on request.
class JudgeThreadTest : public testing::Test {
 protected:
  JudgeThreadTest() {
    auto writer = ArchiveWriter::open(system_disk(), scratch_ / "web", clock_, Random(1), {});
    EXPECT_TRUE(writer && (*writer)->close());
    auto opened = JudgeThread::open(system_disk(), clock_, scratch_ / "web", {},
                                    [this](std::function<void()> what) { post(std::move(what)); });
    EXPECT_TRUE(opened);
    thread_ = *std::move(opened);
  }

  void ask(const std::string& url) {
    JudgeQuestion question;
    question.observation.page = page_key_of(url);
    question.observation.check.emplace();
    question.observation.check->page = question.observation.page;
    question.observation.check->status = 200;
    question.observation.order = {.page = question.observation.page};
    thread_->judge(std::move(question),
                   [this](Observation judged) { judged_.push_back(std::move(judged)); });
  }
  bool run_until_judged(std::size_t count) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (judged_.size() < count) {
      std::unique_lock lock(mutex_);
      if (!has_posted_.wait_until(lock, end, [this] { return !posted_.empty(); })) return false;
      std::vector<std::function<void()>> taken;
      taken.swap(posted_);
      lock.unlock();
      for (const auto& call : taken) call();
    }
    return true;
  }

  const Scratch scratch_;
  SystemClock clock_;
  std::vector<Observation> judged_;
  std::unique_ptr<JudgeThread> thread_;

 private:
  void post(std::function<void()> what) {
    const std::scoped_lock lock(mutex_);
    posted_.push_back(std::move(what));
    has_posted_.notify_one();
  }

  std::mutex mutex_;  // guards posted_
  std::vector<std::function<void()>> posted_;
  std::condition_variable has_posted_;
};

TEST_F(JudgeThreadTest, AnswersInOrderOnTheLoop) {
  for (const char* url : {"http://a.example/1", "http://a.example/2", "http://a.example/3"})
    ask(url);
  EXPECT_TRUE(judged_.empty()) << "nothing is called from within";
  ASSERT_TRUE(run_until_judged(3));
  EXPECT_EQ(judged_[0].page.url, "http://a.example/1");
  EXPECT_EQ(judged_[2].page.url, "http://a.example/3");
  EXPECT_EQ(judged_[0].check->outcome, CheckOutcome::changed) << "there is nothing to compare with";
}

TEST_F(JudgeThreadTest, EndsWithoutThoseThatWait) {
  for (int i = 0; i < 1000; ++i) ask("http://a.example/");
  thread_->end();
  EXPECT_TRUE(judged_.empty()) << "the loop has not run";
  thread_.reset();
}

TEST_F(JudgeThreadTest, EndsThoughNobodyAsked) { thread_->end(); }

}  // namespace
}  // namespace freshet
