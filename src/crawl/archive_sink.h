// Writes what visits keep into the archive, a batch at a time. Single-threaded: in a crawl on real
// threads it lives on one of its own (sink_thread.h).
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
  std::uint64_t too_long = 0;  // answers that the archive does not take
  std::uint64_t commits = 0;
  std::uint64_t lost_leases = 0;  // of visits that were given up for dead
};

class ArchiveSink {
 public:
  // `writer` and `beliefs` outlive it. Without beliefs, what is seen of pages is not remembered.
  explicit ArchiveSink(ArchiveWriter& writer, Beliefs* beliefs = nullptr)
      : writer_(writer), beliefs_(beliefs) {}

  // After an error nothing more is written.
  Status keep(Kept kept);
  Status tell(FrontierNews news);
  Status note(Observation observation);
  void when_acknowledged(std::function<void()> then) { waiting_.push_back(std::move(then)); }

  // While it lives, what is kept is compared with one moment of the archive, and faster; commit
  // has to wait for its end.
  Result<std::unique_ptr<CatalogMoment>> hold_moment() {
    return writer_.archive().catalog().hold_moment();
  }

  // Acknowledges, and then calls those who wait.
  Status commit();

  std::size_t pending() const { return pending_; }
  bool has_waiting() const { return !waiting_.empty(); }
  const SinkTotals& totals() const { return totals_; }

  // The partitions that links were committed for since it was last asked.
  std::bitset<kPartitionCount> take_changed_partitions();

 private:
  void note_partitions(const FrontierNews& news);
  void record(const Observation& observation);

  ArchiveWriter& writer_;
  Beliefs* beliefs_;
  std::size_t pending_ = 0;
  std::vector<std::function<void()>> waiting_;
  std::bitset<kPartitionCount> uncommitted_;
  std::bitset<kPartitionCount> changed_;
  SinkTotals totals_;
};

}  // namespace freshet
