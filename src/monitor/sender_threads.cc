#include "monitor/sender_threads.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

namespace freshet {

// Outlives the object while a message takes too long to end.
struct SenderThreads::Shared {
  Send send;
  std::mutex mutex;  // guards what follows
  std::condition_variable came;
  std::condition_variable ended;
  Answered answered;  // empty: nobody listens any more
  std::deque<Outgoing> queue;
  std::size_t under_way = 0;
  bool is_over = false;
};

SenderThreads::SenderThreads(Send send, Answered answered) : shared_(std::make_shared<Shared>()) {
  shared_->send = std::move(send);
  shared_->answered = std::move(answered);
  for (std::size_t i = 0; i < kThreads; ++i)
    threads_.emplace_back([shared = shared_] { run(shared); });
}

SenderThreads::~SenderThreads() {
  bool have_ended = false;
  {
    std::unique_lock lock(shared_->mutex);
    shared_->is_over = true;
    shared_->queue.clear();
    shared_->came.notify_all();
    have_ended =
        shared_->ended.wait_for(lock, kStopPatience, [this] { return shared_->under_way == 0; });
    shared_->answered = {};
  }
  for (std::thread& thread : threads_) have_ended ? thread.join() : thread.detach();
}

std::size_t SenderThreads::room() const {
  const std::lock_guard lock(shared_->mutex);
  return kQueuedMax - std::min(kQueuedMax, shared_->queue.size() + shared_->under_way);
}

void SenderThreads::post(Outgoing outgoing) {
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->queue.push_back(std::move(outgoing));
  }
  shared_->came.notify_one();
}

void SenderThreads::run(const std::shared_ptr<Shared>& shared) {
  std::unique_lock lock(shared->mutex);
  for (;;) {
    shared->came.wait(lock, [&] { return shared->is_over || !shared->queue.empty(); });
    if (shared->is_over) return;
    Outgoing outgoing = std::move(shared->queue.front());
    shared->queue.pop_front();
    ++shared->under_way;
    lock.unlock();
    SendAnswer answer = shared->send(outgoing.composed);
    lock.lock();
    if (shared->answered) shared->answered(std::move(outgoing), std::move(answer));
    --shared->under_way;
    shared->ended.notify_all();
  }
}

}  // namespace freshet
