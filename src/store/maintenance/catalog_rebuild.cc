#include "store/maintenance/catalog_rebuild.h"

#include <fmt/format.h>

#include <map>

#include "store/archive/recovery.h"
#include "store/reported_change.h"
#include "store/slots/slot_pages.h"
#include "store/slots/slot_scan.h"
#include "store/tags_file.h"
#include "warc/check.h"
#include "warc/http_date.h"

namespace freshet {
namespace {

constexpr std::size_t kBatchSnapshots = 1000;

// The tags files of the old catalog remain until the new one is in place, so the usual name may be
// taken.
std::string free_tags_name(Disk& disk, const std::string& directory, const std::string& warc,
                           FileId id) {
  std::string name = tags_name(warc);
  if (!disk.exists(directory + "/" + name)) return name;
  name.resize(name.rfind(".tags"));
  return fmt::format("{}.{}.tags", name, id);
}

}  // namespace

Status CatalogRebuild::flush(Current* current) {
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

// Returns the length of the file without an incomplete snapshot at its end. The end is cut off when
// the new catalog is in place; until then nothing that the old one may need is changed.
Result<std::uint64_t> CatalogRebuild::whole_length(const std::string& name) {
  auto file = disk_.open(directory_ + "/" + name, Access::read);
  if (!file) return std::unexpected(file.error());
  auto whole = warc::whole_snapshots_end(**file, name);
  if (!whole) return std::unexpected(whole.error());
  if (whole->end == whole->file_bytes) return whole->file_bytes;
  // Only a file that was being written can end in an incomplete snapshot; elsewhere it is damage,
  // and reported.
  if (whole->records_behind || !name.ends_with(kOpenSuffix)) return whole->file_bytes;
  done_.bytes_cut += whole->file_bytes - whole->end;
  torn_.push_back({.name = name, .from = whole->end});
  return whole->end;
}

// The result of a check is in the metadata record before its snapshot.
void CatalogRebuild::note_check(const ScannedRecord& scanned) {
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

Status CatalogRebuild::record(Current& current, ScannedRecord scanned) {
  if (scanned.place.packing == warc::Packing::inside) {
    done_.skipped.push_back(
        fmt::format("{}, offset {}: the record is not a gzip member of its own; use freshet import "
                    "for such files",
                    current.warc.name, scanned.place.offset));
    return {};
  }
  note_check(scanned);
  if (!scanned.facts) return {};
  SnapshotRow& row = scanned.facts->row.snapshot;
  row.file = current.warc.id;
  if (!warc_id(current.warc.name)) row.imported = true;  // a file of another program
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

Status CatalogRebuild::one_warc(const std::string& name) {
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

Status CatalogRebuild::log_files() {
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

Status CatalogRebuild::one_slot(const SlotsFileName& name, const SlotPlace& place) {
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

Status CatalogRebuild::slot_files() {
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

}  // namespace freshet
