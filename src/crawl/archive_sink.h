// Writes the results of visits into the archive, in batches. Single-threaded: a crawl on real
// threads runs it on a thread of its own (sink_thread.h).
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/error.h"
#include "crawl/sink.h"
#include "store/archive_writer.h"
#include "url/host.h"

namespace freshet {

struct SinkTotals {
  std::uint64_t kept = 0;
  std::uint64_t too_long = 0;  // answers that exceed the limits of the archive
  std::uint64_t commits = 0;
  std::uint64_t lost_leases = 0;  // of visits that were given up for dead
};

class ArchiveSink {
 public:
  // `writer` and `recorder` must outlive it. Without a recorder, observations are not recorded.
  explicit ArchiveSink(ArchiveWriter& writer, ObservationRecorder* recorder = nullptr)
      : writer_(writer), recorder_(recorder) {}

  // After an error nothing more is written.
  Status keep(Kept kept);
  Status tell(FrontierNews news);
  Status note(const Observation& observation);
  void when_acknowledged(std::function<void()> then) { waiting_.push_back(std::move(then)); }

  // While it lives, kept pages are compared with one snapshot of the catalog, which is faster;
  // commit must wait for its end.
  Result<std::unique_ptr<CatalogMoment>> hold_moment() {
    return writer_.archive().catalog().hold_moment();
  }

  // Commits, and then calls the waiting callbacks.
  Status commit();

  std::size_t pending() const { return pending_; }
  bool has_waiting() const { return !waiting_.empty(); }
  const SinkTotals& totals() const { return totals_; }

  // Returns the partitions with links committed since the last call.
  std::bitset<kPartitionCount> take_changed_partitions();

 private:
  void note_partitions(const FrontierNews& news);
  void record(const Observation& observation);

  ArchiveWriter& writer_;
  ObservationRecorder* recorder_;
  std::size_t pending_ = 0;
  std::vector<std::function<void()>> waiting_;
  std::bitset<kPartitionCount> uncommitted_;
  std::bitset<kPartitionCount> changed_;
  SinkTotals totals_;
};

}  // namespace freshet
