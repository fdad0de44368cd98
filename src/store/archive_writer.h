// The one writer of an archive. What it promises: when commit() has returned, everything appended
// before is acknowledged and survives kill -9 and loss of power at any moment.
//
// The order is what keeps the promise: the bytes of the records, their tags and index lines are
// written and synced; then one transaction of the catalog names them all, with the new lengths of
// the files. What lies behind those lengths does not exist; the next writer cuts it off, if the
// catalog is the one that acknowledged what is there (commit_witness.h).
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
#include "warc/capture.h"
#include "warc/snapshot_encoder.h"

namespace freshet {

struct ArchiveOptions {
  Layout layout = Layout::log;  // of an archive that is made; later it is what its mark says
  bool may_create = true;
  CatalogSync sync = CatalogSync::full;  // normal: a loss of power may take the last commits, whole
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
  std::string vfs = {};             // for tests: SQLite's name of the file layer
};

// What became of a capture.
struct Appended {
  SnapshotKind kind = SnapshotKind::response;
  Sha1Digest payload;
  // False in the layout `slots`: nothing new to keep (a 304), or what is there is worth more.
  bool kept = true;
};

// Not thread-safe. After an error nothing more can be written: close it and open again, which
// brings back the state of the last commit.
class ArchiveWriter {
 public:
  // Takes the lock, and brings the files back to what was acknowledged. An archive whose catalog is
  // lost gets a new one from its records. `disk` and `clock` outlive the writer.
  static Result<std::unique_ptr<ArchiveWriter>> open(Disk& disk, const std::string& directory,
                                                     Clock& clock, Random random,
                                                     ArchiveOptions options);
  ~ArchiveWriter();  // without close(): as a crash would leave it

  // Adds one snapshot. One that is too long is refused with Errc::limit, and nothing else fails. A
  // payload that the page had last becomes a revisit record, as does a 304, and one that was kept
  // lately under another URL of its host.
  // `tags` is its tags entry, if the caller has it already; nothing: it is made here.
  Result<Appended> append(const warc::Capture& capture,
                          std::optional<std::string> tags = std::nullopt);

  // Adds a snapshot of another archive as it is: `members` are its records, the main record last
  // with `header` and `block`. Or a lone record that is no snapshot.
  Status append_records(const std::string& members, std::uint64_t main_offset,
                        const warc::Header& header, std::string_view block);

  // In the layout `slots`: takes a snapshot out with the next commit.
  void remove(const Found& found);

  // Passes an error of those that change parts() on, and refuses everything from then on.
  Status fail_if(const Status& done);

  // Goes with the next commit: with the snapshots of its batch, or alone.
  void add(FrontierNews news) { batch_.add(std::move(news)); }
  void add(PageNews news) { batch_.add(std::move(news)); }

  // Acknowledges all that was appended since the last time. News alone do not wait for the disk,
  // unless there are events among them.
  Status commit();

  // Commits, and closes the file that was being written.
  Status close();

  Time now() const { return clock_.now(); }

  warc::MemberPacking packing() const { return options_.packing; }

  // Whether an error of the disk or the catalog has ended the writing.
  bool has_failed() const { return failed_.has_value(); }

  // Whether a snapshot of this page, time, kind and payload waits for the next commit.
  bool is_pending(const NewSnapshot& snapshot) const;

  // Returns how many leases were found lost by commits; what they protect was left out.
  std::uint64_t lost_leases() const { return lost_leases_; }

  // What was appended and not committed yet.
  std::size_t pending() const { return batch_.snapshots(); }

  // The archive as of the last commit.
  Archive& archive() { return *archive_; }

  // --- for those that change what is there already (compaction, take-down)
  // --------------------------
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
  // Nothing may be pending.
  Parts parts();

 private:
  ArchiveWriter(Disk& disk, std::string directory, Clock& clock, Random random,
                ArchiveOptions options);
  Status open_stores();
  Result<CommitWitness> open_witness(Catalog& catalog, const std::vector<FileRow>& files);
  Status note_commits();
  Result<Appended> append_checked(const warc::Capture& capture, std::optional<std::string> tags);
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
