// The sink of a crawl on real threads: a thread of its own packs and writes what the loops keep, so
// that no loop waits for the disk unless much is waiting already.
#pragma once

#include <bitset>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <variant>
#include <vector>

#include "base/error.h"
#include "crawl/archive_sink.h"
#include "crawl/sink.h"
#include "crawl/visit_loop.h"

namespace freshet {

struct SinkThreadOptions {
  std::size_t batch_pages = 250;                                   // acknowledged together ...
  std::chrono::microseconds batch_time = std::chrono::seconds(1);  // ... or so often
  // With so much queued, who keeps must wait; so much written is committed, as what is said of
  // other hosts is in memory until then.
  std::size_t queued_bytes_max = std::size_t{16} << 20;
};

// What the thread of the host queue is told, by way of its Post.
struct SinkNews {
  std::function<void(const std::bitset<kPartitionCount>&)> links_changed;
  std::function<void(const Error&)> failed;  // once; nothing is written from then on
};

// Thread-safe, but for finish().
class SinkThread final : public Sink {
 public:
  // `writer` and `beliefs`, if there are any, outlive it. The writer is touched by its thread alone
  // until finish() has returned.
  SinkThread(ArchiveWriter& writer, Beliefs* beliefs, const SinkThreadOptions& options,
             Post to_queue, SinkNews news);
  ~SinkThread() override;  // without finish(): what was not committed is lost
  SinkThread(const SinkThread&) = delete;
  SinkThread& operator=(const SinkThread&) = delete;

  void keep(Kept kept) override;
  void tell(FrontierNews news) override;
  void note(Observation observation) override;
  // Never waits.
  void when_acknowledged(std::function<void()> then) override;
  void hurry() override;

  // Writes and commits all that was handed over, and ends the thread. Nobody may hand over more.
  Status finish();

  // After finish().
  const SinkTotals& totals() const { return sink_.totals(); }

 private:
  using SteadyTime = std::chrono::steady_clock::time_point;
  using What = std::variant<Kept, FrontierNews, Observation, std::function<void()>>;
  struct Queued {
    What what;
    std::size_t bytes = 0;
  };

  enum class Turn : std::uint8_t { write, commit, end };

  void enqueue(What what, std::size_t bytes, bool may_wait);
  void work();
  bool is_pressed() const;
  Turn take_queued(std::deque<Queued>& taken);
  Status hold(std::unique_ptr<CatalogMoment>& moment);
  Status write(Queued next);
  Status commit();
  void fail(const Error& error);

  const SinkThreadOptions options_;
  const Post to_queue_;
  const SinkNews news_;
  ArchiveSink sink_;                                 // of the thread
  std::optional<SteadyTime> commit_at_;              // of the thread: there is something to commit
  std::size_t batch_bytes_ = 0;                      // of the thread: of what is to be committed
  std::vector<std::function<void()>> acknowledged_;  // of the thread: to be posted

  std::mutex mutex_;              // guards what follows
  std::condition_variable work_;  // for the thread
  std::condition_variable room_;  // for those who wait to keep
  int waiting_ = 0;               // of them
  std::deque<Queued> queue_;
  std::size_t queued_bytes_ = 0;
  std::optional<Error> failed_;
  bool is_ending_ = false;    // when the queue is empty
  bool is_in_hurry_ = false;  // it commits when the queue is empty
  bool is_broken_off_ = false;

  std::thread thread_;
};

}  // namespace freshet
