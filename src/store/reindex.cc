#include "store/reindex.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "base/escape.h"
#include "catalog/sqlite_catalog.h"
#include "store/derived_history.h"
#include "store/index_keeper.h"
#include "store/recovery.h"
#include "store/scan_warc.h"
#include "store/slot_format.h"
#include "store/slot_pages.h"
#include "store/slot_scan.h"
#include "store/tags_file.h"
#include "store/told_change.h"
#include "warc/check.h"
#include "warc/http_date.h"

namespace freshet {
namespace {

constexpr std::size_t kBatchSnapshots = 1000;

class Rebuild {
 public:
  Rebuild(Disk& disk, const std::string& directory, Catalog& catalog, const ReindexOptions& options)
      : disk_(disk), directory_(directory), catalog_(catalog), options_(options) {}

  Status log_files();
  Status slot_files();
  Reindexed take() { return std::move(done_); }

 private:
  // A WARC that is being read again, with the tags file that is written anew.
  struct Current {
    FileRow warc;
    FileRow tags;
    std::unique_ptr<File> tags_file;
  };

  Status one_warc(const std::string& name);
  Result<std::uint64_t> whole_length(const std::string& name);
  Status record(Current& current, ScannedRecord scanned);
  void note_check(const ScannedRecord& scanned);
  Status flush(Current* current);

  Status one_slot(const SlotsFileName& file, const SlotPlace& place);

  Disk& disk_;
  const std::string& directory_;
  Catalog& catalog_;
  const ReindexOptions& options_;
  FileIds ids_;
  std::optional<IndexKeeper> index_;
  ArchiveChange change_;
  std::vector<CdxjLine> lines_;
  struct Noted {
    std::string record_id;  // of the main record that it belongs to
    ChangeNote note;
  };
  std::optional<Noted> noted_;
  Reindexed done_;
};

Status Rebuild::flush(Current* current) {
  ArchiveChange change = std::exchange(change_, {});
  const std::vector<CdxjLine> lines = std::exchange(lines_, {});
  if (current) {
    if (auto synced = current->tags_file->sync(); !synced) return synced;
    change.files.push_back(current->warc);
    change.files.push_back(current->tags);
  }
  if (index_)
    if (auto appended = index_->append(lines, change); !appended) return appended;
  if (auto committed = catalog_.commit(change); !committed) return committed;
  return index_ ? index_->tidy(catalog_) : Status();
}

// Where the file ends when a torn snapshot at its end is left out; cuts it off there.
Result<std::uint64_t> Rebuild::whole_length(const std::string& name) {
  auto file = disk_.open(directory_ + "/" + name, Access::read);
  if (!file) return std::unexpected(file.error());
  auto whole = warc::whole_snapshots_end(**file, name);
  if (!whole) return std::unexpected(whole.error());
  if (whole->end == whole->file_bytes) return whole->file_bytes;
  // Only a file that was being written can have a torn end; elsewhere it is damage, and told.
  if (whole->records_behind || !name.ends_with(kOpenSuffix)) return whole->file_bytes;
  done_.bytes_cut += whole->file_bytes - whole->end;
  auto writing = disk_.open(directory_ + "/" + name, Access::write);
  if (!writing) return std::unexpected(writing.error());
  if (auto cut = (*writing)->truncate(whole->end); !cut) return std::unexpected(cut.error());
  if (auto synced = (*writing)->sync(); !synced) return std::unexpected(synced.error());
  return whole->end;
}

// What a check found stands in the metadata record before its snapshot.
void Rebuild::note_check(const ScannedRecord& scanned) {
  if (scanned.note && scanned.header.concurrent_to().size() == 1)
    noted_ = {.record_id = scanned.header.concurrent_to().front(), .note = *scanned.note};
  if (!scanned.facts || !noted_ || scanned.header.record_id() != noted_->record_id) return;
  const NewSnapshot& made = scanned.facts->row;
  const ChangeNote& note = noted_->note;
  const bool has_body = made.snapshot.kind != SnapshotKind::not_modified;
  change_.checks.push_back({.page = made.page,
                            .time = made.snapshot.time,
                            .outcome = note.outcome,
                            .change = note.change,
                            .is_meaningful = note.outcome == CheckOutcome::changed,
                            .status = made.snapshot.status,
                            .score = note.score,
                            .bytes = has_body ? made.snapshot.payload_bytes : 0});
  if (note.outcome == CheckOutcome::changed)
    change_.checks.back().changed_at =
        told_change(parse_http_date(made.last_modified), made.snapshot.time);
  noted_.reset();
}

Status Rebuild::record(Current& current, ScannedRecord scanned) {
  if (scanned.place.packing == warc::Packing::inside) {
    done_.skipped.push_back(
        fmt::format("{}, offset {}: the record is not a gzip member of its own; "
                    "freshet import takes such files",
                    current.warc.name, scanned.place.offset));
    return {};
  }
  note_check(scanned);
  if (!scanned.facts) return {};
  SnapshotRow& row = scanned.facts->row.snapshot;
  row.file = current.warc.id;
  if (scanned.tags) {
    auto place = append_tags_entry(*current.tags_file, current.tags.committed, *scanned.tags);
    if (!place) return std::unexpected(place.error());
    row.tags_offset = *place;
    row.tags_length = scanned.tags->size();
    current.tags.committed = *place + scanned.tags->size();
  }
  lines_.push_back(std::move(scanned.facts->line));
  change_.snapshots.push_back(std::move(scanned.facts->row));
  ++done_.snapshots;
  if (change_.snapshots.size() < kBatchSnapshots) return {};
  if (options_.progress) options_.progress(current.warc.name, done_.snapshots);
  return flush(&current);
}

Status Rebuild::one_warc(const std::string& name) {
  auto length = whole_length(name);
  if (!length) return std::unexpected(length.error());
  const bool is_open = name.ends_with(kOpenSuffix);
  Current current;
  current.warc = {.id = ids_.take(),
                  .kind = FileKind::warc,
                  .name = name,
                  .committed = *length,
                  .sealed = !is_open};
  current.tags = {.id = ids_.take(),
                  .kind = FileKind::tags,
                  .name = tags_name(name),
                  .sealed = !is_open,
                  .of = current.warc.id};
  auto tags_file = disk_.open(directory_ + "/" + current.tags.name, Access::create);
  if (!tags_file) return std::unexpected(tags_file.error());
  current.tags_file = *std::move(tags_file);
  const std::string head = tags_file_head();
  if (auto wrote = current.tags_file->write(0, head); !wrote) return wrote;
  current.tags.committed = head.size();

  auto file = disk_.open(directory_ + "/" + name, Access::read);
  if (!file) return std::unexpected(file.error());
  auto scanned =
      scan_warc(**file, name, *length, [&](std::uint64_t) { return options_.scripting; },
                {.record = [&](ScannedRecord found) { return record(current, std::move(found)); },
                 .damage =
                     [&](const Error& error) {
                       done_.skipped.push_back(error.message);
                       return Status();
                     }});
  if (!scanned) return scanned;
  ++done_.files;
  return flush(&current);
}

Status Rebuild::log_files() {
  auto index = IndexKeeper::open(disk_, directory_, {}, ids_, {}, kTailBytesMax);
  if (!index) return std::unexpected(index.error());
  index_ = *std::move(index);
  auto names = warc_files(disk_, directory_);
  if (!names) return std::unexpected(names.error());
  for (const std::string& name : *names)
    if (auto done = one_warc(name); !done) return done;
  for (const char* below : {"/tags", "/index"})
    if (auto synced = disk_.sync_directory(directory_ + below); !synced) return synced;
  return {};
}

Status Rebuild::one_slot(const SlotsFileName& name, const SlotPlace& place) {
  const std::string shown = "slots/" + name.text();
  auto file = disk_.open(directory_ + "/" + shown, Access::read);
  if (!file) return std::unexpected(file.error());
  auto content = read_slot(**file, name, place);
  if (!content) {
    done_.skipped.push_back(content.error().message);
    return {};
  }
  auto row = describe_slot(content->blob, fmt::format("{}, offset {}", shown, place.offset));
  if (!row) {
    done_.skipped.push_back(row.error().message);
    return {};
  }
  row->snapshot.file = static_cast<FileId>(place.file);
  row->snapshot.offset = place.offset;
  row->snapshot.length = place.length;
  change_.snapshots.push_back(*std::move(row));
  ++done_.snapshots;
  return change_.snapshots.size() < kBatchSnapshots ? Status() : flush(nullptr);
}

Status Rebuild::slot_files() {
  auto texts = disk_.list(directory_ + "/slots");
  if (!texts) return std::unexpected(texts.error());
  std::map<std::uint64_t, SlotsFileName> names;
  for (const std::string& text : *texts) {
    const auto name = SlotsFileName::parse(text);
    if (!name) continue;
    names.emplace(name->number, *name);
    change_.files.push_back(slots_row(*name));
  }
  auto newest = newest_slots(disk_, directory_ + "/slots");
  if (!newest) return std::unexpected(newest.error());
  for (const SlotPlace& place : *newest)
    if (auto noted = one_slot(names.at(place.file), place); !noted) return noted;
  done_.files = names.size();
  return flush(nullptr);
}

Status remove_if_there(Disk& disk, const std::string& path) {
  return disk.exists(path) ? disk.remove(path) : Status();
}

// SQLite copies its log into the file when it closes it, and does not tell if that fails. What is
// still in the log would be lost with the new name.
Status check_log_is_empty(Disk& disk, const std::string& path) {
  auto log = disk.open(path, Access::read);
  if (!log && log.error().code == Errc::not_found) return {};
  if (!log) return std::unexpected(log.error());
  auto size = (*log)->size();
  if (!size) return std::unexpected(size.error());
  if (*size == 0) return {};
  return std::unexpected(Error{
      Errc::unavailable, fmt::format("\"{}\" could not be copied into the new catalog; see that "
                                     "there is room on the disk, and try again",
                                     visible(path))});
}

// What the catalog that is to be replaced names; nothing if it cannot be read.
std::optional<std::vector<FileRow>> files_of_old_catalog(Disk& disk, const std::string& directory,
                                                         const ReindexOptions& options) {
  const std::string path = directory + "/catalog.sqlite";
  if (!disk.exists(path)) return std::nullopt;
  auto catalog =
      open_sqlite_catalog(disk, path, {.access = CatalogAccess::read, .vfs = options.vfs});
  if (!catalog) return std::nullopt;
  auto files = (*catalog)->files();
  if (!files) return std::nullopt;
  return *std::move(files);
}

// Everything that is made again goes, so that nothing old stays among the new.
Status clear_away(Disk& disk, const std::string& directory) {
  const std::string catalog = directory + "/catalog.sqlite";
  // The file goes first: a catalog without its log would be an older one that looks whole, while a
  // log without its catalog is nothing.
  for (const char* part : {"", "-wal"}) {
    if (!disk.exists(catalog + part)) continue;
    if (auto renamed = disk.rename(catalog + part, catalog + ".before-reindex" + part); !renamed)
      return renamed;
    if (auto synced = disk.sync_directory(directory); !synced) return synced;
  }
  for (const char* leftover : {"-shm", ".new", ".new-wal", ".new-shm"})
    if (auto removed = remove_if_there(disk, catalog + leftover); !removed) return removed;
  for (const std::string below : {"tags", "index"}) {
    auto names = disk.list(directory + "/" + below);
    if (!names) return std::unexpected(names.error());
    for (const std::string& name : *names) {
      if (!is_derived_name(below + "/" + name)) continue;
      if (auto removed = disk.remove(directory + "/" + below + "/" + name); !removed)
        return removed;
    }
  }
  return {};
}

}  // namespace

Result<Reindexed> rebuild_catalog(Disk& disk, const std::string& directory, Layout layout,
                                  const ReindexOptions& options) {
  // Who lost an index may have lost its directory with it.
  if (auto made = make_archive_directories(disk, directory); !made)
    return std::unexpected(made.error());
  if (auto settled =
          settle_rewrite(disk, directory, files_of_old_catalog(disk, directory, options));
      !settled)
    return std::unexpected(settled.error());
  if (auto cleared = clear_away(disk, directory); !cleared) return std::unexpected(cleared.error());
  const std::string path = directory + "/catalog.sqlite";
  Reindexed done;
  {
    // Nothing is acknowledged before the rename, so nothing needs to last before.
    auto catalog = open_sqlite_catalog(
        disk, path + ".new",
        {.access = CatalogAccess::write, .sync = CatalogSync::normal, .vfs = options.vfs});
    if (!catalog) return std::unexpected(catalog.error());
    Rebuild rebuild(disk, directory, **catalog, options);
    auto built = layout == Layout::log ? rebuild.log_files() : rebuild.slot_files();
    if (built) built = derive_histories(**catalog);
    if (!built) return std::unexpected(built.error());
    done = rebuild.take();
  }
  if (auto whole = check_log_is_empty(disk, path + ".new-wal"); !whole)
    return std::unexpected(whole.error());
  auto file = disk.open(path + ".new", Access::write);
  if (!file) return std::unexpected(file.error());
  if (auto synced = (*file)->sync(); !synced) return std::unexpected(synced.error());
  if (auto renamed = disk.rename(path + ".new", path); !renamed)
    return std::unexpected(renamed.error());
  // SQLite leaves its log there, empty: what was in it is in the file.
  for (const char* leftover : {".new-wal", ".new-shm"})
    if (auto removed = remove_if_there(disk, path + leftover); !removed)
      return std::unexpected(removed.error());
  if (auto synced = disk.sync_directory(directory); !synced) return std::unexpected(synced.error());
  return done;
}

}  // namespace freshet
