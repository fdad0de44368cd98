// The threads that answer requests: each has the archive and the registry open for itself, and
// answers one request at a time. Requests wait in one queue, which is bounded.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "app/archive_session.h"
#include "base/error.h"
#include "registry/registry.h"

namespace freshet {

// How a thread opens its stores. Called on each thread, for the archive again after it was
// replaced.
struct StoreOpeners {
  std::function<Result<ArchiveSession>()> archive = {};
  std::function<Result<std::unique_ptr<Registry>>()> registry = {};
};

// The stores of one thread. Each is opened when it is first asked for, and again after a failure.
class ReaderStores {
 public:
  explicit ReaderStores(const StoreOpeners& openers) : openers_(openers) {}

  Result<ArchiveSession*> archive();
  Result<Registry*> registry();
  void drop_archive() { archive_.reset(); }

 private:
  const StoreOpeners& openers_;
  std::optional<ArchiveSession> archive_;
  std::unique_ptr<Registry> registry_;
};

class Readers {
 public:
  using Work = std::function<void(ReaderStores&)>;

  static constexpr std::size_t kWaitingMax = 256;

  Readers(std::size_t threads, StoreOpeners openers);
  ~Readers();  // ends after the work that is under way; work that waits is dropped
  Readers(const Readers&) = delete;
  Readers& operator=(const Readers&) = delete;

  // Returns false, and drops the work, if too much waits. Thread-safe.
  bool post(Work work);
  // From now on each thread opens the archive anew before its next work.
  void reopen() { ++epoch_; }

 private:
  void run();

  const StoreOpeners openers_;
  std::atomic<unsigned> epoch_ = 0;
  std::mutex mutex_;  // guards queue_ and is_over_
  std::condition_variable came_;
  std::deque<Work> queue_;
  bool is_over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace freshet
