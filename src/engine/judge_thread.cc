#include "engine/judge_thread.h"

#include <utility>

namespace freshet {

Result<std::unique_ptr<JudgeThread>> JudgeThread::open(Disk& disk, Clock& clock,
                                                       const std::string& directory,
                                                       const CrawlPlan& plan, Post to_loop) {
  auto archive = Archive::open(disk, directory);
  if (!archive) return std::unexpected(archive.error());
  return std::unique_ptr<JudgeThread>(
      new JudgeThread(*std::move(archive), clock, plan, std::move(to_loop)));
}

void JudgeThread::judge(JudgeQuestion question, std::function<void(Observation)> done) {
  // Functions are copied, questions are large.
  auto asked = std::make_shared<JudgeQuestion>(std::move(question));
  add([this, asked, done = std::move(done)] {
    auto observation = std::make_shared<Observation>(judge_.judge(std::move(*asked)));
    to_loop_([done, observation] { done(std::move(*observation)); });
  });
  if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
}

void JudgeThread::change_plan(const CrawlPlan& plan) {
  add([this, plan] { plan_ = plan; });
}

void JudgeThread::add(std::function<void()> work) {
  {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back(std::move(work));
  }
  has_work_.notify_one();
}

void JudgeThread::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    has_work_.wait(lock, [this] { return is_ending_ || !waiting_.empty(); });
    if (is_ending_) return;
    const std::function<void()> work = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    work();
    lock.lock();
  }
}

void JudgeThread::end() {
  if (!thread_.joinable()) return;
  {
    const std::scoped_lock lock(mutex_);
    is_ending_ = true;
  }
  has_work_.notify_one();
  thread_.join();
}

}  // namespace freshet
