// The index of the archive: files, pages and their snapshots. Design:
// docs/design/catalog.md.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/error.h"
#include "catalog/rows.h"

namespace freshet {

// The part of a catalog (catalog.h) that knows the place of each version of each page. Only commits
// change it.
class ArchiveIndex {
 public:
  virtual Result<std::vector<FileRow>> files() = 0;  // by id
  virtual Result<std::optional<PageRow>> find_page(const PageKey& key) = 0;
  virtual Result<std::vector<SnapshotRow>> snapshots(PageId page) = 0;  // by time, then place

  // Returns the newest snapshot of the page that has a body as the server sent it (response,
  // resource). Snapshots later than `now` come from a clock that was ahead: they count only if
  // there is no other.
  virtual Result<std::optional<SnapshotRow>> newest_with_body(PageId page, Time now) = 0;

  // Returns the newest snapshot for which is_content() is true.
  virtual Result<std::optional<SnapshotRow>> newest_content(PageId page) = 0;

  // Returns the number of commits that changed files or snapshots. It only grows.
  virtual Result<std::int64_t> commits() = 0;

  // Returns the snapshot at `time`, or else the nearest to it, the earlier of two equally near; the
  // newest for Time::max(). Of several at one time, the last by place.
  virtual Result<std::optional<SnapshotRow>> nearest(PageId page, Time time) = 0;

  // Visits pages by partition, host (its hash as a signed number) and URL; only those of `host` if
  // it is given. Stops when `visit` returns false. Rows are read in pieces, so the catalog may be
  // changed meanwhile.
  virtual Status each_page(const std::optional<Host>& host,
                           const std::function<bool(const PageRow&)>& visit) = 0;
  // The same, from the page behind `after` on, which need not be there.
  virtual Status each_page_behind(const PageKey& after, const std::optional<Host>& host,
                                  const std::function<bool(const PageRow&)>& visit) = 0;

  // Visits the snapshots whose record is in `file`, by offset; also in pieces.
  virtual Status each_snapshot_in(
      FileId file, const std::function<bool(const PageKey&, const SnapshotRow&)>& visit) = 0;

 protected:
  ~ArchiveIndex() = default;
};

}  // namespace freshet
