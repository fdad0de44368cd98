// The thread on which the checked pages of one loop are judged, with its own reader of the archive
// and copy of the plan.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "base/disk.h"
#include "base/error.h"
#include "base/time.h"
#include "crawl/judges.h"
#include "crawl/plan.h"
#include "crawl/visit_loop.h"
#include "store/archive.h"

namespace freshet {

class JudgeThread final : public Judges {
 public:
  // `to_loop` runs a function on the thread of the visits. The thread starts with the first
  // question: a crawl of new sites has none.
  static Result<std::unique_ptr<JudgeThread>> open(Disk& disk, Clock& clock,
                                                   const std::string& directory,
                                                   const CrawlPlan& plan, Post to_loop);
  ~JudgeThread() override { end(); }

  void judge(JudgeQuestion question, std::function<void(Observation)> done) override;

  // Questions that are asked from now on are judged by this plan.
  void change_plan(const CrawlPlan& plan);

  // Ends the thread after the judgement that it is making; those that wait are never made. Nobody
  // may ask any more.
  void end();

 private:
  JudgeThread(Archive archive, Clock& clock, const CrawlPlan& plan, Post to_loop)
      : to_loop_(std::move(to_loop)),
        archive_(std::move(archive)),
        plan_(plan),
        judge_(archive_, clock, plan_) {}
  void add(std::function<void()> work);
  void run();

  const Post to_loop_;
  Archive archive_;  // of the thread, once it runs, like the next two
  CrawlPlan plan_;
  PageJudge judge_;

  std::mutex mutex_;  // guards the next two
  std::deque<std::function<void()>> waiting_;
  bool is_ending_ = false;
  std::condition_variable has_work_;

  std::thread thread_;
};

}  // namespace freshet
