// Versions of a page, and the worth of a snapshot. A version is one content of a page.
// Confirmations belong to the version that they confirm; failures, redirects and truncated answers
// are not versions. A page with the contents A, B and A again has three.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "catalog/archive_index.h"

namespace freshet {

// In ascending order. A snapshot is only replaced by one of at least the same worth.
enum class Worth {
  failure,  // the server could not answer: 5xx, 408, 429, ...
  answer,   // an answer without content: a redirect, 404, 403, ...
  cut,      // content that is incomplete
  content,
};
Worth worth_of(const SnapshotRow& row);

// Returns true if `next` may replace `kept` where a page has one snapshot only.
bool may_displace(const SnapshotRow& kept, const SnapshotRow& next);

// A version of a page: the positions of its first and last snapshot among the rows.
struct Version {
  std::size_t first = 0;
  std::size_t last = 0;
};

// `rows` are in order of time. Those at the times of `stand_ins` are not content (stand_ins_of).
std::vector<Version> versions_of(const std::vector<SnapshotRow>& rows,
                                 const std::set<Time>& stand_ins = {});

// Returns the times at which a check found something else in the place of the page, such as an
// error page with status 200.
std::set<Time> stand_ins_of(const std::vector<PageCheck>& checks);

Result<std::uint64_t> count_versions(ArchiveIndex& index, PageId page);

// Limits of the history of a page. A snapshot is kept if any of them keeps it; if none is set, all
// are kept.
struct Retention {
  std::optional<std::uint64_t> last_versions;  // of each page
  std::optional<Duration> younger_than;
};

// Returns for each of the rows, in order of time, if it is kept. `last_versions` keeps the newest
// snapshot, the first and last snapshot of each of the last versions, and as many of the last
// snapshots without content.
std::vector<bool> rows_to_keep(const std::vector<SnapshotRow>& rows,
                               const std::set<Time>& stand_ins, const Retention& retention,
                               Time now);

}  // namespace freshet
