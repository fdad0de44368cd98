// The catalog: what is known of hosts, pages, snapshots and files. One logical schema, one
// interface, one conformance suite (catalog_conformance.h); SQLite on one machine.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalog/rows.h"

namespace freshet {

class Catalog {
 public:
  virtual ~Catalog() = default;

  // --- the archive
  // ---------------------------------------------------------------------------------

  // One transaction. When it has returned, what it names is acknowledged and survives a crash.
  virtual Status commit(const ArchiveChange& change) = 0;

  virtual Result<std::vector<FileRow>> files() = 0;  // by id
  virtual Result<std::optional<PageRow>> find_page(const PageKey& key) = 0;
  virtual Result<std::vector<SnapshotRow>> snapshots(PageId page) = 0;  // by time, then place

  // The newest snapshot of the page that has a body of its own.
  virtual Result<std::optional<SnapshotRow>> newest_with_body(PageId page) = 0;

  // The snapshot at `time`, or else the nearest to it; the newest for Time::max().
  virtual Result<std::optional<SnapshotRow>> nearest(PageId page, Time time) = 0;

  // Visits pages by partition, host and URL; of one host only if one is given. Stops when `visit`
  // returns false. Rows are read in pieces, so the catalog may be changed meanwhile.
  virtual Status each_page(const std::optional<Host>& host,
                           const std::function<bool(const PageRow&)>& visit) = 0;

  // Visits the snapshots whose record is in `file`, by offset.
  virtual Status each_snapshot_in(
      FileId file, const std::function<bool(const PageKey&, const SnapshotRow&)>& visit) = 0;
};

}  // namespace freshet
