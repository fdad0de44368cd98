// The sink of a crawl on real threads: its own thread compresses and writes results, so that no
// loop waits for the disk unless the queue is full.
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
  std::size_t batch_pages = 250;                                   // committed together ...
  std::chrono::microseconds batch_time = std::chrono::seconds(1);  // ... or after this time
  // keep() blocks while the queue is this full. A batch of this size is committed at once, since
  // links to other hosts are held in memory until the commit.
  std::size_t queued_bytes_max = std::size_t{16} << 20;
};

// Callbacks on the thread of the host queue, by way of its Post.
struct SinkNews {
  std::function<void(const std::bitset<kPartitionCount>&)> links_changed;
  std::function<void(const Error&)> failed;  // once; nothing is written after it
};

// Thread-safe, except finish().
class SinkThread final : public Sink {
 public:
  // `writer` and `recorder` (may be null) must outlive it. Only its thread uses the writer until
  // finish() has returned.
  SinkThread(ArchiveWriter& writer, ObservationRecorder* recorder, const SinkThreadOptions& options,
             Post to_queue, SinkNews news);
  ~SinkThread() override;  // without finish(): uncommitted results are lost
  SinkThread(const SinkThread&) = delete;
  SinkThread& operator=(const SinkThread&) = delete;

  void keep(Kept kept) override;
  void tell(FrontierNews news) override;
  void note(Observation observation) override;
  // Never blocks.
  void when_acknowledged(std::function<void()> then) override;
  void flush_soon() override;

  // Writes and commits everything, and ends the thread. No results may follow.
  Status finish();

  // Only after finish().
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
  ArchiveSink sink_;                     // used by the thread
  std::optional<SteadyTime> commit_at_;  // used by the thread: set if there is something to commit
  std::size_t batch_bytes_ = 0;          // used by the thread: of the results to commit
  std::vector<std::function<void()>> acknowledged_;  // used by the thread: to be posted

  std::mutex mutex_;              // guards the members below
  std::condition_variable work_;  // for the thread
  std::condition_variable room_;  // for callers blocked in keep()
  int waiting_ = 0;               // their number
  std::deque<Queued> queue_;
  std::size_t queued_bytes_ = 0;
  std::optional<Error> failed_;
  bool is_ending_ = false;   // end when the queue is empty
  bool must_flush_ = false;  // commit when the queue is empty
  bool is_broken_off_ = false;

  std::thread thread_;
};

}  // namespace freshet
