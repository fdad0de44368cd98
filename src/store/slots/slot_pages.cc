#include "store/slots/slot_pages.h"

#include <fmt/format.h>

#include <utility>

#include "base/check.h"
#include "base/memory_file.h"
#include "store/archive/little_endian.h"
#include "store/scan_warc.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

constexpr std::size_t kLengthBytes = 8;

std::string slot_name(const SnapshotRow& row) {
  return fmt::format("slot {} of file {}", row.offset, row.file);
}

// Visits the places of all pages that the catalog names.
SlotStore::EachLive live_places(Catalog& catalog) {
  return [&catalog](const std::function<Status(const SlotPlace&)>& visit) -> Status {
    Status status;
    auto read = catalog.each_page(std::nullopt, [&](const PageRow& page) {
      auto rows = catalog.snapshots(page.id);
      if (!rows) {
        status = std::unexpected(rows.error());
        return false;
      }
      for (const SnapshotRow& row : *rows) {
        status = visit(slot_place_of(row));
        if (!status) return false;
      }
      return true;
    });
    if (!read) return read;
    return status;
  };
}

}  // namespace

SlotPlace slot_place_of(const SnapshotRow& row) {
  return {.file = static_cast<std::uint64_t>(row.file), .offset = row.offset, .length = row.length};
}

Result<warc::Record> last_record(std::string_view members, const std::string& name) {
  MemoryFile file{std::string(members)};
  auto reader = warc::Reader::open(file, name);
  if (!reader) return std::unexpected(reader.error());
  std::optional<warc::Record> last;
  while (true) {
    auto head = reader->next();
    if (!head) return std::unexpected(head.error());
    if (!*head) break;
    auto block = read_whole_block(*reader, (*head)->block_bytes);
    if (!block) return std::unexpected(block.error());
    if (auto done = reader->finish(); !done) return std::unexpected(done.error());
    last = warc::Record{.header = std::move((*head)->header), .block = *std::move(block)};
  }
  if (!last) return std::unexpected(Error{Errc::corrupt, fmt::format("{}: no record", name)});
  return *std::move(last);
}

FileRow slots_row(const SlotsFileName& name) {
  return {.id = static_cast<FileId>(name.number),
          .kind = FileKind::slots,
          .name = "slots/" + name.text(),
          .committed = 0,
          .sealed = false,
          .of = 0};
}

Result<SlotParts> slot_parts(std::string_view blob, const std::string& name) {
  if (blob.size() >= kLengthBytes) {
    const auto length = read_number<std::uint64_t>(blob, 0);
    blob.remove_prefix(kLengthBytes);
    if (length <= blob.size())
      return SlotParts{.members = blob.substr(0, length), .tags = blob.substr(length)};
  }
  return std::unexpected(
      Error{Errc::corrupt, fmt::format("{}: the slot does not hold records and tags", name)});
}

Result<NewSnapshot> describe_slot(std::string_view blob, const std::string& name) {
  auto parts = slot_parts(blob, name);
  if (!parts) return std::unexpected(parts.error());
  auto record = last_record(parts->members, name);
  if (!record) return std::unexpected(record.error());
  const ScannedRecord scanned =
      scan_record(std::move(record->header), record->block, {}, 0, name, Scripting::off);
  if (!scanned.facts) {
    return std::unexpected(
        Error{Errc::corrupt, fmt::format("{}: the record is not a snapshot of a page", name)});
  }
  NewSnapshot row = scanned.facts->row;
  row.snapshot.lead = 0;
  row.snapshot.tags_offset = blob.size() - parts->tags.size();
  row.snapshot.tags_length = parts->tags.size();
  return row;
}

SlotPages::SlotPages(Disk& disk, std::string directory)
    : disk_(disk), directory_(std::move(directory) + "/slots") {}

Result<std::unique_ptr<SlotPages>> SlotPages::open(Disk& disk, std::string directory,
                                                   Catalog& catalog, AtWritePoint at_point) {
  auto pages = std::make_unique<SlotPages>(disk, std::move(directory));
  pages->catalog_ = &catalog;
  pages->at_point_ = std::move(at_point);
  auto store = SlotStore::open(disk, pages->directory_, live_places(catalog));
  if (!store) return std::unexpected(store.error());
  pages->store_ = *std::move(store);
  auto files = catalog.files();
  if (!files) return std::unexpected(files.error());
  for (const FileRow& row : *files) pages->named_.insert(row.id);
  return pages;
}

Result<SlotsFileName> SlotPages::slots_file_name(FileId file) {
  if (!names_.contains(file)) {
    auto names = disk_.list(directory_);
    if (!names) return std::unexpected(names.error());
    for (const std::string& text : *names)
      if (const auto name = SlotsFileName::parse(text))
        names_.emplace(static_cast<FileId>(name->number), *name);
  }
  const auto name = names_.find(file);
  if (name != names_.end()) return name->second;
  return std::unexpected(
      Error{Errc::corrupt,
            fmt::format("the catalog names slots file {}, which is not there; run freshet verify",
                        file)});
}

Result<std::string> SlotPages::file_name(FileId file) {
  auto name = slots_file_name(file);
  if (!name) return std::unexpected(name.error());
  return slots_row(*name).name;
}

Result<std::string> SlotPages::read_blob(const std::string& url, const SnapshotRow& row) {
  const SlotPlace place = slot_place_of(row);
  Result<SlotContent> content = std::unexpected(Error{Errc::not_found, ""});
  if (store_) {
    content = store_->read(place);
  } else {
    auto name = slots_file_name(row.file);
    if (!name) return std::unexpected(name.error());
    auto file = disk_.open(directory_ + "/" + name->text(), Access::read);
    if (!file) return std::unexpected(file.error());
    content = read_slot(**file, *name, place);
  }
  if (!content) return std::unexpected(content.error());
  if (content->url != url) {
    // A writer may have reused the slot since the row was read.
    return std::unexpected(
        Error{Errc::unavailable, fmt::format("the slot of {} holds another page now", url)});
  }
  return std::move(content->blob);
}

Result<std::string> SlotPages::read_members(const std::string& url, const SnapshotRow& row) {
  auto blob = read_blob(url, row);
  if (!blob) return blob;
  auto parts = slot_parts(*blob, slot_name(row));
  if (!parts) return std::unexpected(parts.error());
  return std::string(parts->members);
}

Result<warc::Record> SlotPages::read_main(const std::string& url, const SnapshotRow& row) {
  auto members = read_members(url, row);
  if (!members) return std::unexpected(members.error());
  return last_record(*members, slot_name(row));
}

Result<warc::Header> SlotPages::read_main_header(const std::string& url, const SnapshotRow& row) {
  auto record = read_main(url, row);
  if (!record) return std::unexpected(record.error());
  return std::move(record->header);
}

Result<std::optional<TagsEntry>> SlotPages::read_tags(const std::string& url,
                                                      const SnapshotRow& row) {
  if (row.tags_length == 0) return std::nullopt;
  auto blob = read_blob(url, row);
  if (!blob) return std::unexpected(blob.error());
  auto parts = slot_parts(*blob, slot_name(row));
  if (!parts) return std::unexpected(parts.error());
  auto entry = parse_tags_entry(parts->tags, slot_name(row), row.tags_offset);
  if (!entry) return std::unexpected(entry.error());
  return *std::move(entry);
}

Result<SnapshotRow> SlotPages::put(SnapshotBytes snapshot) {
  require(store_.has_value(), "only the writer puts");
  SnapshotRow row;
  row.tags_offset = kLengthBytes + snapshot.members.size();
  row.tags_length = snapshot.tags.size();
  std::string blob;
  append_number<std::uint64_t>(blob, snapshot.members.size());
  blob += snapshot.members;
  blob += snapshot.tags;
  auto place = store_->put(snapshot.url, snapshot.time, blob);
  if (!place) return std::unexpected(place.error());
  if (at_point_) at_point_(WritePoint::records_written);
  row.file = static_cast<FileId>(place->file);
  row.offset = place->offset;
  row.length = place->length;
  return row;
}

void SlotPages::forget(const SnapshotRow& row) { to_free_.push_back(slot_place_of(row)); }

// Adds new and removed files to `change`.
void SlotPages::name_files(Commit& change) {
  std::set<FileId> there;
  for (const SlotsFileName& name : store_->files()) {
    const FileRow row = slots_row(name);
    there.insert(row.id);
    if (!named_.contains(row.id)) change.files.push_back(row);
  }
  for (const FileId id : named_)
    if (!there.contains(id)) change.dropped_files.push_back(id);
  named_ = std::move(there);
}

Status SlotPages::sync(Commit& change) {
  if (auto synced = store_->sync(); !synced) return synced;
  name_files(change);
  if (at_point_) at_point_(WritePoint::records_synced);
  return {};
}

Result<SnapshotRow> SlotPages::row_of(const std::string& url, const SlotPlace& place) {
  auto page = catalog_->find_page(page_key_of(url));
  if (!page) return std::unexpected(page.error());
  if (*page) {
    auto rows = catalog_->snapshots((*page)->id);
    if (!rows) return std::unexpected(rows.error());
    for (const SnapshotRow& row : *rows)
      if (slot_place_of(row) == place) return row;
  }
  return std::unexpected(Error{
      Errc::corrupt, fmt::format("slot {} of file {} holds {}, but the catalog does not name it",
                                 place.offset, place.file, url)});
}

// Frees the slots that the commit released. Then, once per batch, moves a few blobs so that files
// can be truncated, which takes another commit.
Result<Commit> SlotPages::after_commit() {
  for (const SlotPlace& place : std::exchange(to_free_, {}))
    if (auto freed = store_->free(place, erase_); !freed) return std::unexpected(freed.error());
  if (at_point_) at_point_(WritePoint::old_removed);
  Commit change;
  if (std::exchange(has_tidied_, !has_tidied_)) return change;
  auto moves = store_->tidy(kTidyBytesMax);
  if (!moves) return std::unexpected(moves.error());
  for (const SlotMove& move : *moves) {
    auto row = row_of(move.url, move.from);
    if (!row) return std::unexpected(row.error());
    SnapshotRow moved = *row;
    moved.file = static_cast<FileId>(move.to.file);
    moved.offset = move.to.offset;
    change.moved.emplace_back(
        SnapshotPlace{.page = page_key_of(move.url), .file = row->file, .offset = row->offset},
        moved);
    to_free_.push_back(move.from);
  }
  if (!change.moved.empty()) {
    if (auto synced = store_->sync(); !synced) return std::unexpected(synced.error());
  } else {
    has_tidied_ = false;
  }
  name_files(change);
  return change;
}

Status SlotPages::close() { return store_->close(); }

}  // namespace freshet
