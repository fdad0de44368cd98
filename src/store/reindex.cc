#include "store/reindex.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include "base/escape.h"
#include "catalog/open_catalog.h"
#include "store/archive/commit_witness.h"
#include "store/archive/index_keeper.h"
#include "store/archive/recovery.h"
#include "store/maintenance/derived_history.h"
#include "store/reported_change.h"
#include "store/scan_warc.h"
#include "store/slots/slot_format.h"
#include "store/slots/slot_pages.h"
#include "store/slots/slot_scan.h"
#include "store/tags_file.h"
#include "warc/check.h"
#include "warc/http_date.h"

namespace freshet {
namespace {

constexpr std::size_t kBatchSnapshots = 1000;

// The tags file of the old catalog stays until the new one stands, so the name may be taken.
std::string free_tags_name(Disk& disk, const std::string& directory, const std::string& warc,
                           FileId id) {
  std::string name = tags_name(warc);
  if (!disk.exists(directory + "/" + name)) return name;
  name.resize(name.rfind(".tags"));
  return fmt::format("{}.{}.tags", name, id);
}

// The end of a WARC behind its last whole snapshot.
struct TornEnd {
  std::string name;
  std::uint64_t from = 0;
};

struct Built {
  Reindexed done;
  std::vector<TornEnd> torn;
};

class Rebuild {
 public:
  // New files get numbers from `first` on.
  Rebuild(Disk& disk, const std::string& directory, Catalog& catalog, FileId first,
          const ReindexOptions& options)
      : disk_(disk), directory_(directory), catalog_(catalog), options_(options) {
    ids_.next = first;
  }

  Status log_files();
  Status slot_files();
  Built take() { return {.done = std::move(done_), .torn = std::move(torn_)}; }

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
  Commit change_;
  std::vector<CdxjLine> lines_;
  struct Noted {
    std::string record_id;  // of the main record that it belongs to
    ChangeNote note;
  };
  std::optional<Noted> noted_;
  std::vector<TornEnd> torn_;
  Reindexed done_;
};

Status Rebuild::flush(Current* current) {
  Commit change = std::exchange(change_, {});
  const std::vector<CdxjLine> lines = std::exchange(lines_, {});
  if (current) {
    if (auto synced = current->tags_file->sync(); !synced) return synced;
    change.files.push_back(current->warc);
    change.files.push_back(current->tags);
  }
  if (index_)
    if (auto appended = index_->append(lines, change); !appended) return appended;
  if (auto done = status_of(catalog_.commit(change)); !done) return done;
  return index_ ? index_->tidy(catalog_) : Status();
}

// Where the file ends when a torn snapshot at its end is left out. It is cut off there when the new
// catalog stands: until then nothing that the old one may need is touched.
Result<std::uint64_t> Rebuild::whole_length(const std::string& name) {
  auto file = disk_.open(directory_ + "/" + name, Access::read);
  if (!file) return std::unexpected(file.error());
  auto whole = warc::whole_snapshots_end(**file, name);
  if (!whole) return std::unexpected(whole.error());
  if (whole->end == whole->file_bytes) return whole->file_bytes;
  // Only a file that was being written can have a torn end; elsewhere it is damage, and told.
  if (whole->records_behind || !name.ends_with(kOpenSuffix)) return whole->file_bytes;
  done_.bytes_cut += whole->file_bytes - whole->end;
  torn_.push_back({.name = name, .from = whole->end});
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
  std::vector<PageCheck>& checks = change_.unfenced_history().checks;
  checks.push_back({.page = made.page,
                    .time = made.snapshot.time,
                    .outcome = note.outcome,
                    .change = note.change,
                    .is_meaningful = note.outcome == CheckOutcome::changed,
                    .status = made.snapshot.status,
                    .score = note.score,
                    .bytes = has_body ? made.snapshot.payload_bytes : 0});
  if (note.outcome == CheckOutcome::changed)
    checks.back().changed_at =
        reported_change(parse_http_date(made.last_modified), made.snapshot.time);
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
  if (!warc_id(current.warc.name)) row.imported = true;  // somebody put the file here
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
  const FileId tags_id = ids_.take();
  current.tags = {.id = tags_id,
                  .kind = FileKind::tags,
                  .name = free_tags_name(disk_, directory_, name, tags_id),
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

// What the catalog that is to be replaced names; nothing if it cannot be read, or does not know
// all that was acknowledged.
std::optional<std::vector<FileRow>> files_of_old_catalog(Disk& disk, const std::string& directory,
                                                         const ReindexOptions& options) {
  const std::string path = catalog_file(directory);
  if (!disk.exists(path)) return std::nullopt;
  auto catalog =
      open_catalog(disk, sqlite_address(path), {.access = CatalogAccess::read, .vfs = options.vfs});
  if (!catalog) return std::nullopt;
  auto files = (*catalog)->files();
  const auto mark = commit_mark_of(**catalog);
  const auto witness = read_commit_mark(disk, directory);
  if (!files || !mark || !witness) return std::nullopt;
  if (standing_of(*mark, *witness) != CatalogStanding::current) return std::nullopt;
  return *std::move(files);
}

// Tags and index files as they are now.
Result<std::set<std::string>> derived_files(Disk& disk, const std::string& directory) {
  std::set<std::string> found;
  for (const std::string below : {"tags", "index"}) {
    auto names = disk.list(directory + "/" + below);
    if (!names) return std::unexpected(names.error());
    for (const std::string& name : *names)
      if (is_derived_name(below + "/" + name)) found.insert(below + "/" + name);
  }
  return found;
}

// Above all numbers in the names of files that are there.
Result<FileId> first_free_id(Disk& disk, const std::string& directory,
                             const std::set<std::string>& derived) {
  FileId last = 0;
  for (const std::string& name : derived) {
    const std::string_view digits = std::string_view(name).substr(name.find('/') + 1);
    FileId id = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), id).ec == std::errc())
      last = std::max(last, id);
  }
  auto warcs = warc_files(disk, directory);
  if (!warcs) return std::unexpected(warcs.error());
  for (const std::string& name : *warcs) last = std::max(last, warc_id(name).value_or(0));
  constexpr FileId kFileIdMax = FileId{1} << 48;  // far above what an archive can reach
  return last < kFileIdMax ? last + 1 : 1;
}

Status remove_new_catalog(Disk& disk, const std::string& directory) {
  for (const char* part : {".new", ".new-wal", ".new-shm"})
    if (auto removed = remove_if_there(disk, catalog_file(directory) + part); !removed)
      return removed;
  return {};
}

// After a rebuild that failed: takes away what it made. What stays is no harm; the next writer
// removes it.
void undo(Disk& disk, const std::string& directory, const std::set<std::string>& before) {
  static_cast<void>(remove_new_catalog(disk, directory));
  const auto now = derived_files(disk, directory);
  if (!now) return;
  for (const std::string& name : *now)
    if (!before.contains(name)) static_cast<void>(disk.remove(directory + "/" + name));
}

// Makes catalog.sqlite.new with its tags and index, whole and on the disk.
Result<Built> build_aside(Disk& disk, const std::string& directory, Layout layout, FileId first,
                          const ReindexOptions& options) {
  const std::string path = catalog_file(directory) + ".new";
  Built built;
  {
    // Nothing is acknowledged before the rename, so nothing needs to last before.
    auto catalog = open_catalog(
        disk, sqlite_address(path),
        {.access = CatalogAccess::write, .sync = CatalogSync::normal, .vfs = options.vfs});
    if (!catalog) return std::unexpected(catalog.error());
    Rebuild rebuild(disk, directory, **catalog, first, options);
    auto status = layout == Layout::log ? rebuild.log_files() : rebuild.slot_files();
    if (status) status = derive_histories(**catalog);
    if (!status) return std::unexpected(status.error());
    built = rebuild.take();
  }
  if (auto whole = check_log_is_empty(disk, path + "-wal"); !whole)
    return std::unexpected(whole.error());
  auto file = disk.open(path, Access::write);
  if (!file) return std::unexpected(file.error());
  if (auto synced = (*file)->sync(); !synced) return std::unexpected(synced.error());
  return built;
}

Status cut_torn_ends(Disk& disk, const std::string& directory, const std::vector<TornEnd>& ends) {
  for (const TornEnd& end : ends) {
    auto file = disk.open(directory + "/" + end.name, Access::write);
    if (!file) return std::unexpected(file.error());
    if (auto cut = (*file)->truncate(end.from); !cut) return cut;
    if (auto synced = (*file)->sync(); !synced) return synced;
  }
  return {};
}

// Where the old catalog is kept: never in place of one that was kept before.
std::string kept_catalog(Disk& disk, const std::string& catalog) {
  const std::string kept = catalog + ".before-reindex";
  const auto is_free = [&disk](const std::string& path) {
    return !disk.exists(path) && !disk.exists(path + "-wal");
  };
  if (is_free(kept)) return kept;
  for (std::uint64_t number = 2;; ++number)
    if (std::string next = fmt::format("{}-{}", kept, number); is_free(next)) return next;
}

// Puts the new catalog, which is whole and on the disk, in place of the old one. Only renames: a
// full disk cannot stop them half-way. After a crash in between there is no catalog, and the next
// writer makes one.
Status swap_catalogs(Disk& disk, const std::string& directory) {
  const std::string catalog = catalog_file(directory);
  if (auto forgotten = forget_witness(disk, directory); !forgotten) return forgotten;
  const std::string kept = kept_catalog(disk, catalog);
  // The file goes first: a catalog without its log would be an older one that looks whole, while a
  // log without its catalog is nothing.
  for (const char* part : {"", "-wal"}) {
    if (!disk.exists(catalog + part)) continue;
    if (auto renamed = disk.rename(catalog + part, kept + part); !renamed) return renamed;
    if (auto synced = disk.sync_directory(directory); !synced) return synced;
  }
  if (auto removed = remove_if_there(disk, catalog + "-shm"); !removed) return removed;
  if (auto renamed = disk.rename(catalog + ".new", catalog); !renamed) return renamed;
  // SQLite leaves its log there, empty: what was in it is in the file.
  if (auto removed = remove_new_catalog(disk, directory); !removed) return removed;
  return disk.sync_directory(directory);
}

// Removes tags and index files that the catalog before named.
Status remove_replaced(Disk& disk, const std::string& directory,
                       const std::set<std::string>& before) {
  for (const std::string& name : before)
    if (auto removed = remove_if_there(disk, directory + "/" + name); !removed) return removed;
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
  if (auto removed = remove_new_catalog(disk, directory); !removed)
    return std::unexpected(removed.error());
  const auto before = derived_files(disk, directory);
  if (!before) return std::unexpected(before.error());
  const auto first = first_free_id(disk, directory, *before);
  if (!first) return std::unexpected(first.error());

  auto built = build_aside(disk, directory, layout, *first, options);
  if (!built) {
    undo(disk, directory, *before);
    return std::unexpected(built.error());
  }
  if (auto swapped = swap_catalogs(disk, directory); !swapped)
    return std::unexpected(swapped.error());
  if (auto cut = cut_torn_ends(disk, directory, built->torn); !cut)
    return std::unexpected(cut.error());
  if (auto removed = remove_replaced(disk, directory, *before); !removed)
    return std::unexpected(removed.error());
  return std::move(built->done);
}

}  // namespace freshet
