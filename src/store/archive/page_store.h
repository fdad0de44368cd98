// The page store: where the records of snapshots lie. One interface, two layouts:
//
//   log    WARC files to which records are only added: all versions are kept (log_store.h)
//   slots  the latest version of each page, in space that is used again (slot_pages.h)
//
// A row of the catalog says where a snapshot is; what its numbers mean is the layout's business.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "catalog/rows.h"
#include "store/tags_file.h"
#include "warc/reader.h"

namespace freshet {

// The largest block that is read into memory at once, and the largest snapshot.
inline constexpr std::uint64_t kSnapshotBytesMax = std::uint64_t{256} << 20;

// The longest URL and HTTP head of a snapshot.
inline constexpr std::size_t kSnapshotUrlBytesMax = std::size_t{64} << 10;
inline constexpr std::size_t kSnapshotHeadBytesMax = std::size_t{512} << 10;

// The records of one snapshot, ready to be written.
struct SnapshotBytes {
  std::string url;
  Time time;
  std::string members;            // gzip members, one a record, the main record last
  std::uint64_t main_offset = 0;  // in `members`
  std::string tags;               // the tags entry; empty: none
};

// Not thread-safe. The writer's order is put ... put, sync, catalog.commit, after_commit.
class PageStore {
 public:
  virtual ~PageStore() = default;

  // --- reading: by anybody ---------------------------------------------------------------------

  // The main record of a snapshot. Errc::corrupt if it is not there as the row says.
  virtual Result<warc::Record> read_main(const std::string& url, const SnapshotRow& row) = 0;

  // The header of that record; what is behind it may be damaged.
  virtual Result<warc::Header> read_main_header(const std::string& url, const SnapshotRow& row) = 0;

  // All its records, as gzip members, the main one last.
  virtual Result<std::string> read_members(const std::string& url, const SnapshotRow& row) = 0;

  // Its tags; nothing if it has none.
  virtual Result<std::optional<TagsEntry>> read_tags(const std::string& url,
                                                     const SnapshotRow& row) = 0;

  // Returns the name of a file of this store, relative to the archive's directory.
  virtual Result<std::string> file_name(FileId file) = 0;

  // --- writing: by the archive's one writer ----------------------------------------------------

  // The id of the warcinfo record that the next snapshot will stand under; empty if there is none.
  virtual Result<std::string> warcinfo_id() = 0;

  // Writes a snapshot and returns where: file, offset, length, lead and tags of a row.
  virtual Result<SnapshotRow> put(SnapshotBytes snapshot) = 0;

  // Writes a record that is not a snapshot (an imported warcinfo, a lone metadata record). A layout
  // that keeps pages only drops it.
  virtual Status put_other(std::string_view member) = 0;

  // Releases the snapshot at `row` once the catalog has committed. A layout that keeps every
  // version ignores it.
  virtual void forget(const SnapshotRow& row) = 0;

  // From now on the bytes of forgotten snapshots are overwritten, so that none stay on the disk.
  virtual void erase_forgotten() = 0;

  // Closes a file that the caller has removed.
  virtual void forget_file(FileId file) = 0;

  // Makes all that was put survive a loss of power, and names the files in `change`.
  virtual Status sync(Commit& change) = 0;

  // The catalog has committed. Returns what must be committed next, if anything; then this is
  // called again.
  virtual Result<Commit> after_commit() = 0;

  // Nothing will be put any more; one more sync and commit must follow.
  virtual Status finish() = 0;

  // Notes that nothing is left half done. Called after the last commit.
  virtual Status close() = 0;
};

}  // namespace freshet
