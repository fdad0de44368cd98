#include "engine/worker_thread.h"

#include <utility>

namespace freshet {

Result<std::unique_ptr<WorkerThread>> WorkerThread::open(const WorkerWorld& world,
                                                         const WorkerTools& tools,
                                                         const CrawlPlan& plan) {
  std::unique_ptr<WorkerThread> thread(new WorkerThread(world, plan));
  if (auto opened = thread->open_parts(world, tools); !opened)
    return std::unexpected(opened.error());
  return thread;
}

Status WorkerThread::open_parts(const WorkerWorld& world, const WorkerTools& tools) {
  auto events = EventLoop::open();
  if (!events) return std::unexpected(events.error());
  events_ = *std::move(events);
  events_->share_ticks_of(world.events);
  CurlWebOptions web_options = world.web;
  web_options.guard = plan_.guard;
  web_options.bodies = &tools.bodies;
  auto web = open_curl_web(*events_, web_options);
  if (!web) return std::unexpected(web.error());
  web_ = *std::move(web);
  auto resolver = open_ares_resolver(*events_, world.resolver);
  if (!resolver) return std::unexpected(resolver.error());
  resolver_ = *std::move(resolver);
  auto archive = Archive::open(world.disk, tools.directory);
  if (!archive) return std::unexpected(archive.error());
  archive_.emplace(*std::move(archive));
  auto judges =
      JudgeThread::open(world.disk, world.clock, tools.directory, plan_,
                        [this](std::function<void()> what) { events_->post(std::move(what)); });
  if (!judges) return std::unexpected(judges.error());
  judges_ = *std::move(judges);
  std::function<void(const std::string&)> warn;
  if (tools.warn)
    warn = [to_queue = to_queue_, tell = tools.warn](const std::string& sentence) {
      to_queue([tell, sentence] { tell(sentence); });
    };
  visits_ = std::make_unique<VisitLoop>(visit_tools({.events = *events_,
                                                     .clock = world.clock,
                                                     .web = *web_,
                                                     .resolver = *resolver_,
                                                     .archive = *archive_,
                                                     .judges = *judges_},
                                                    tools, plan_, std::move(warn)),
                                        to_queue_);
  return {};
}

void WorkerThread::start() {
  thread_ = std::thread([this] { events_->run(Tick::max(), [this] { return is_ending_; }); });
}

LoopHandle WorkerThread::handle() {
  return {.loop = visits_.get(),
          .post = [this](std::function<void()> what) { events_->post(std::move(what)); }};
}

void WorkerThread::change_plan(const CrawlPlan& plan) {
  events_->post([this, plan] {
    plan_ = plan;
    judges_->change_plan(plan);
  });
}

void WorkerThread::ask_view(std::function<void(LoopView)> then) {
  events_->post([this, then = std::move(then)] {
    to_queue_([then, view = visits_->view()] { then(view); });
  });
}

void WorkerThread::end() {
  if (!thread_.joinable()) return;
  events_->post([this] { is_ending_ = true; });
  thread_.join();
  judges_->end();
}

}  // namespace freshet
