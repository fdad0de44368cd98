// The page store holds the records of snapshots. One interface, two layouts:
//
//   log    append-only WARC files that keep all versions (log_store.h)
//   slots  the latest version of each page, in reusable slots (slot_pages.h)
//
// The catalog has a row with the place of each snapshot; the layout defines what its numbers mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "catalog/commit.h"
#include "catalog/rows.h"
#include "store/tags_file.h"
#include "warc/reader.h"

namespace freshet {

// The largest snapshot, and the largest block that is read into memory.
inline constexpr std::uint64_t kSnapshotBytesMax = std::uint64_t{256} << 20;

// The longest URL and HTTP head of a snapshot.
inline constexpr std::size_t kSnapshotUrlBytesMax = std::size_t{64} << 10;
inline constexpr std::size_t kSnapshotHeadBytesMax = std::size_t{512} << 10;

// The records of one snapshot, ready to be written.
struct SnapshotBytes {
  std::string url;
  Time time;
  std::string members;            // one gzip member per record, the main record last
  std::uint64_t main_offset = 0;  // in `members`
  std::string main_text;          // the main record if the store packs it; then not in `members`
  bool is_page = false;           // the main record is the response of an HTML page
  std::string tags;               // the tags entry; may be empty
};

// Not thread-safe. The writer calls put ... put, sync, catalog.commit, after_commit.
class PageStore {
 public:
  virtual ~PageStore() = default;

  // Reading, by any process.

  // Reads the main record of a snapshot. Errc::corrupt if it does not match the row.
  virtual Result<warc::Record> read_main(const std::string& url, const SnapshotRow& row) = 0;

  // Reads only the header of that record; its block may be damaged.
  virtual Result<warc::Header> read_main_header(const std::string& url, const SnapshotRow& row) = 0;

  // Reads all records of the snapshot as gzip members, the main record last.
  virtual Result<std::string> read_members(const std::string& url, const SnapshotRow& row) = 0;

  // Reads its tags entry; nothing if it has none.
  virtual Result<std::optional<TagsEntry>> read_tags(const std::string& url,
                                                     const SnapshotRow& row) = 0;

  // Returns the name of a file of this store, relative to the archive's directory.
  virtual Result<std::string> file_name(FileId file) = 0;

  // Writing, by the archive's writer only.

  // Returns the id of the warcinfo record for the next snapshot; empty if the layout has none.
  virtual Result<std::string> warcinfo_id() = 0;

  // Writes a snapshot and returns its place: file, offset, length, lead and tags of a row.
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

  // Syncs everything that was put, and names the files in `change`.
  virtual Status sync(Commit& change) = 0;

  // Call after each commit. Returns a change to commit next, empty if there is none; call again
  // after that commit.
  virtual Result<Commit> after_commit() = 0;

  // Ends the writing; one more sync and commit must follow.
  virtual Status finish() = 0;

  // Marks the store as cleanly closed. Call after the last commit.
  virtual Status close() = 0;
};

}  // namespace freshet
