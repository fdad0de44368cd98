// The threads that answer requests: each has the archive open for itself, and answers one request
// at a time. Requests wait in one queue, which is bounded.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "app/archive_session.h"
#include "base/error.h"

namespace freshet {

class Readers {
 public:
  // Opens the archive; called on each thread, and again after an error that says that the archive
  // was replaced.
  using Open = std::function<Result<ArchiveSession>()>;
  // Called with the session, or with the reason why there is none.
  using Work = std::function<void(Result<ArchiveSession>&)>;

  static constexpr std::size_t kWaitingMax = 256;

  Readers(std::size_t threads, Open open);
  ~Readers();  // ends after the work that is under way; work that waits is dropped
  Readers(const Readers&) = delete;
  Readers& operator=(const Readers&) = delete;

  // Returns false, and drops the work, if too much waits. Thread-safe.
  bool post(Work work);
  // From now on each thread opens the archive anew before its next work.
  void reopen() { ++epoch_; }

 private:
  void run();

  const Open open_;
  std::atomic<unsigned> epoch_ = 0;
  std::mutex mutex_;  // guards queue_ and is_over_
  std::condition_variable came_;
  std::deque<Work> queue_;
  bool is_over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace freshet
