// Versions of a page, and what a snapshot is worth. One meaning everywhere: a version is a content.
// Confirmations belong to the version that they confirm; failures, redirects and cut answers are
// none. A page that had the contents A, B and A again has three.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "catalog/catalog.h"

namespace freshet {

// In ascending order. Where one snapshot takes the place of another it is worth at least as much.
enum class Worth {
  failure,  // 5xx, 408, 429 and the like: the server could not answer
  answer,   // a redirect, 404, 403, ...: an answer without content
  cut,      // content that did not arrive whole
  content,
};
Worth worth_of(const SnapshotRow& row);

// Returns true if `next` may take the place of `kept` where only one snapshot of a page is kept.
bool may_displace(const SnapshotRow& kept, const SnapshotRow& next);

// A content of a page: the places of its first and its last snapshot among the page's.
struct Version {
  std::size_t first = 0;
  std::size_t last = 0;
};

// `rows` are by time.
std::vector<Version> versions_of(const std::vector<SnapshotRow>& rows);

Result<std::uint64_t> count_versions(Catalog& catalog, PageId page);

// How much history is kept: a snapshot stays if any of these wants it. Nothing set: all stay.
struct Retention {
  std::optional<std::uint64_t> last_versions;  // of each page
  std::optional<Duration> younger_than;
};

// Returns for each of the rows, which are by time, if it stays. By number these stay: the newest
// snapshot; of each of the last versions the first and the last snapshot; and as many of the last
// snapshots that show no content.
std::vector<bool> rows_to_keep(const std::vector<SnapshotRow>& rows, const Retention& retention,
                               Time now);

}  // namespace freshet
