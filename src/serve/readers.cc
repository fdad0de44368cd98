#include "serve/readers.h"

#include <optional>
#include <utility>

namespace freshet {

Readers::Readers(std::size_t threads, Open open) : open_(std::move(open)) {
  for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
}

Readers::~Readers() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    queue_.clear();
  }
  came_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool Readers::post(Work work) {
  {
    const std::lock_guard lock(mutex_);
    if (is_over_ || queue_.size() >= kWaitingMax) return false;
    queue_.push_back(std::move(work));
  }
  came_.notify_one();
  return true;
}

void Readers::run() {
  std::optional<Result<ArchiveSession>> session;
  unsigned opened = 0;
  for (;;) {
    Work work;
    {
      std::unique_lock lock(mutex_);
      came_.wait(lock, [this] { return is_over_ || !queue_.empty(); });
      if (is_over_) return;
      work = std::move(queue_.front());
      queue_.pop_front();
    }
    if (const unsigned epoch = epoch_; !session || !*session || opened != epoch) {
      session.reset();
      session.emplace(open_());
      opened = epoch;
    }
    work(*session);
  }
}

}  // namespace freshet
