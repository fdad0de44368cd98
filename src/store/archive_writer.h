// The only writer of an archive. Once commit() has returned, everything appended before it is
// acknowledged: it survives kill -9 and a loss of power.
//
// The order of writes guarantees this. The records, their tags and index lines are written and
// synced first. Then one transaction of the catalog names them, with the new lengths of the files.
// Bytes past those lengths do not count: the next writer cuts them off, after commit_witness.h has
// confirmed that the catalog is current.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "base/random.h"
#include "base/time.h"
#include "catalog/catalog.h"
#include "catalog/open_catalog.h"
#include "store/archive.h"
#include "store/archive/batch.h"
#include "store/archive/commit_witness.h"
#include "store/archive/index_keeper.h"
#include "store/archive/originals.h"
#include "store/archive/page_store.h"
#include "store/archive_files.h"
#include "store/snapshot_facts.h"
#include "store/write_point.h"
#include "warc/exchange.h"
#include "warc/snapshot_encoder.h"

namespace freshet {

struct ArchiveOptions {
  Layout layout = Layout::log;  // for a new archive; an existing one has its own
  bool may_create = true;
  CatalogSync sync = CatalogSync::full;  // normal: a loss of power may undo the last commits
  Scripting scripting = Scripting::off;  // how the tags of pages are read
  warc::MemberPacking packing = warc::MemberPacking::igzip;
  std::uint64_t warc_bytes_max = std::uint64_t{1} << 30;
  std::uint64_t tail_bytes_max = kTailBytesMax;
  std::vector<warc::Field> warcinfo = {{"software", "freshet"},
                                       {"format", "WARC File Format 1.1"},
                                       {"conformsTo",
                                        "https://iipc.github.io/warc-specifications/"
                                        "specifications/warc-format/warc-1.1/"}};
  AtWritePoint at_point = nullptr;  // for tests
  std::string vfs = {};             // for tests: the file layer of SQLite
};

// The result of append().
struct Appended {
  SnapshotKind kind = SnapshotKind::response;
  Sha1Digest payload;
  // Always true in the layout `log`. In `slots` false if there was nothing new to keep (a 304), or
  // the snapshot in place is worth more.
  bool kept = true;
};

// Not thread-safe. After an error every call fails. Close the writer and open it again: that
// restores the state of the last commit.
class ArchiveWriter {
 public:
  // Takes the lock and restores the files to the last commit. A lost catalog is rebuilt from the
  // records. `disk` and `clock` outlive the writer.
  static Result<std::unique_ptr<ArchiveWriter>> open(Disk& disk, const std::string& directory,
                                                     Clock& clock, Random random,
                                                     ArchiveOptions options);
  ~ArchiveWriter();  // without close() it leaves the archive like a crash

  // Adds a snapshot. Errc::limit if it is too long; the writer stays usable. In layout log
  // a payload that equals the last one of the page becomes a revisit record; so does a 304 of a
  // stored page, and a payload kept recently under another URL of the host. In layout slots a 304
  // writes nothing, and any other answer is written whole.
  // `tags` is the tags entry, if the caller has made it already.
  Result<Appended> append(const warc::Exchange& exchange,
                          std::optional<std::string> tags = std::nullopt);

  // Adds a snapshot of another archive unchanged. `members` are its records; the last is the main
  // record, with `header` and `block`. Also adds a lone record that is not a snapshot.
  Status append_records(const std::string& members, std::uint64_t main_offset,
                        const warc::Header& header, std::string_view block);

  // Removes a snapshot with the next commit. For the layout `slots` only.
  void remove(const Found& found);

  // Returns `done`. If it is an error, every later call fails with it. For code that works on
  // parts().
  Status fail_if(const Status& done);

  // Adds news to the next commit, with or without snapshots.
  void add(FrontierNews news) { batch_.add(std::move(news)); }
  void add(PageNews news) { batch_.add(std::move(news)); }

  // Acknowledges everything appended since the last commit. A batch of news alone is not synced,
  // unless it holds events.
  Status commit();

  // Commits and seals the file being written.
  Status close();

  Time now() const { return clock_.now(); }

  warc::MemberPacking packing() const { return options_.packing; }

  // Returns true if an error of the disk or the catalog has stopped the writer.
  bool has_failed() const { return failed_.has_value(); }

  // Returns true if a snapshot of this page, time, kind and payload waits for the next commit.
  bool is_pending(const NewSnapshot& snapshot) const;

  // The number of leases that commits found lost; what they protect was left out.
  std::uint64_t lost_leases() const { return lost_leases_; }

  // The number of snapshots waiting for the next commit.
  std::size_t pending() const { return batch_.snapshots(); }

  // The archive in the state of the last commit.
  Archive& archive() { return *archive_; }

  struct Parts {
    Disk& disk;
    const std::string& directory;
    Catalog& catalog;
    PageStore& pages;
    IndexKeeper* index;  // none in the layout `slots`
    FileIds& ids;
    Clock& clock;
    Random& random;
    const ArchiveOptions& options;
  };
  // Direct access for compaction and take-downs, which change what is committed already. Nothing
  // may be pending.
  Parts parts();

 private:
  ArchiveWriter(Disk& disk, std::string directory, Clock& clock, Random random,
                ArchiveOptions options);
  Status open_stores();
  Result<CommitWitness> open_witness(Catalog& catalog, const std::vector<FileRow>& files);
  Status note_commits();
  Result<Appended> append_checked(const warc::Exchange& exchange, std::optional<std::string> tags);
  Status append_records_checked(const std::string& members, std::uint64_t main_offset,
                                const warc::Header& header, std::string_view block);
  Status note(SnapshotFacts facts, const SnapshotRow& place);
  Status replace_in_slots(const PageKey& page);
  Status commit_checked();
  Status commit_rows(const Commit& change);
  Status fail(const Error& error);
  void at(WritePoint point) const;

  Disk& disk_;
  std::string directory_;
  Clock& clock_;
  Random random_;
  ArchiveOptions options_;
  std::unique_ptr<DiskLock> lock_;
  std::unique_ptr<Archive> archive_;
  Layout layout_ = Layout::log;
  FileIds ids_;
  std::optional<IndexKeeper> index_;
  std::optional<CommitWitness> witness_;
  warc::SnapshotEncoder encoder_;
  Batch batch_;
  std::optional<Originals> originals_;
  bool has_bytes_ = false;  // files may have changed since the last commit
  std::optional<Error> failed_;
  std::uint64_t lost_leases_ = 0;
};

}  // namespace freshet
