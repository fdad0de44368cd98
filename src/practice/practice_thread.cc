#include "practice/practice_thread.h"

#include <signal.h>

#include <algorithm>
#include <utility>

namespace freshet {

Result<std::unique_ptr<PracticeThread>> PracticeThread::open(const WorldPlan& plan) {
  std::unique_ptr<PracticeThread> made(new PracticeThread);
  auto server = PracticeServer::open(
      plan, {.http_port = 0,
             .https_port = 0,
             .dns_port = 0,
             .log = [log = &made->log_](const PracticeLogLine& line) { log->push_back(line); }});
  if (!server) return std::unexpected(server.error());
  made->server_ = *std::move(server);
  // Signals are handled by the crawling thread: this one blocks all of them.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  made->thread_ = std::thread([self = made.get()] { self->served_ = self->server_->run(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return made;
}

Result<std::vector<PracticeLogLine>> PracticeThread::stop() {
  if (thread_.joinable()) {
    server_->stop();
    thread_.join();
  }
  if (!served_) return std::unexpected(served_.error());
  std::ranges::stable_sort(log_, {}, &PracticeLogLine::start);
  return std::move(log_);
}

}  // namespace freshet
