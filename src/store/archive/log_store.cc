#include "store/archive/log_store.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/escape.h"
#include "store/archive_files.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

std::unexpected<Error> corrupt(std::string message) {
  return std::unexpected(Error{Errc::corrupt, std::move(message)});
}

}  // namespace

void LogReader::know(const FileRow& row) {
  if (row.kind != FileKind::warc && row.kind != FileKind::tags) return;
  Opened& opened = files_[row.id];
  if (opened.row.name != row.name) opened.file.reset();
  opened.row = row;
  if (row.kind == FileKind::tags) tags_of_[row.of] = row.id;
}

void LogReader::forget(FileId id) {
  files_.erase(id);
  tags_of_.erase(id);
}

Status LogReader::learn_files() {
  auto rows = catalog_.files();
  if (!rows) return std::unexpected(rows.error());
  files_.clear();
  tags_of_.clear();
  for (const FileRow& row : *rows) know(row);
  return {};
}

Status LogReader::open(Opened& opened) {
  if (opened.file) return {};
  std::size_t open_files = 0;
  for (const auto& [id, other] : files_) open_files += other.file ? 1 : 0;
  if (open_files >= kOpenFilesMax)
    for (auto& [id, other] : files_) other.file.reset();
  const std::string path = directory_ + "/" + opened.row.name;
  auto file = disk_.open(path, Access::read);
  // A writer may have sealed the file since its row was read.
  if (!file && file.error().code == Errc::not_found)
    file = disk_.open(std::string(without_open(path)), Access::read);
  if (!file) return std::unexpected(file.error());
  opened.file = *std::move(file);
  return {};
}

Result<LogReader::Opened*> LogReader::file(FileId id) {
  for (const bool is_second_try : {false, true}) {
    const auto found = files_.find(id);
    if (found != files_.end()) {
      auto opened = open(found->second);
      if (opened) return &found->second;
      // Compaction may have replaced the file; the catalog names the new one.
      if (is_second_try || opened.error().code != Errc::not_found)
        return std::unexpected(opened.error());
    }
    if (auto learned = learn_files(); !learned) return std::unexpected(learned.error());
  }
  return corrupt(
      fmt::format("the catalog names file {}, which is not among its files; "
                  "run freshet verify",
                  id));
}

Result<LogReader::Opened*> LogReader::tags_of(FileId warc) {
  if (auto known = file(warc); !known) return known;
  const auto id = tags_of_.find(warc);
  if (id == tags_of_.end())
    return corrupt(
        fmt::format("the catalog names no tags file for file {}; run freshet reindex", warc));
  return file(id->second);
}

Result<std::string> LogReader::name_of(FileId id) {
  auto opened = file(id);
  if (!opened) return std::unexpected(opened.error());
  return (*opened)->row.name;
}

Result<warc::Record> LogReader::read_main(const SnapshotRow& row) {
  auto opened = file(row.file);
  if (!opened) return std::unexpected(opened.error());
  return warc::read_record_at(*(*opened)->file, (*opened)->row.name, row.offset, row.length,
                              kSnapshotBytesMax);
}

Result<warc::Header> LogReader::read_main_header(const SnapshotRow& row) {
  auto opened = file(row.file);
  if (!opened) return std::unexpected(opened.error());
  return warc::read_header_at(*(*opened)->file, (*opened)->row.name, row.offset, row.length);
}

Result<std::string> LogReader::read_members(const SnapshotRow& row) {
  auto opened = file(row.file);
  if (!opened) return std::unexpected(opened.error());
  const std::uint64_t bytes = row.lead + row.length;
  if (bytes > kSnapshotBytesMax || row.lead > row.offset) {
    return corrupt(
        fmt::format("{}, offset {}: not a possible place for a snapshot of {} bytes, {} of them "
                    "before the main record",
                    (*opened)->row.name, row.offset, bytes, row.lead));
  }
  std::string members(bytes, '\0');
  auto got = (*opened)->file->read(row.offset - row.lead, members);
  if (!got) return std::unexpected(got.error());
  if (*got != bytes) {
    return corrupt(fmt::format("{}, offset {}: the file ends within the record",
                               (*opened)->row.name, row.offset));
  }
  return members;
}

Result<std::optional<TagsEntry>> LogReader::read_tags(const SnapshotRow& row) {
  if (row.tags_length == 0) return std::nullopt;
  auto opened = tags_of(row.file);
  if (!opened) return std::unexpected(opened.error());
  auto entry =
      read_tags_entry(*(*opened)->file, (*opened)->row.name, row.tags_offset, row.tags_length);
  if (!entry) return std::unexpected(entry.error());
  if (entry->record_offset != row.offset) {
    return corrupt(fmt::format("{}, offset {}: the entry belongs to the record at {}, not at {}",
                               (*opened)->row.name, row.tags_offset, entry->record_offset,
                               row.offset));
  }
  return *std::move(entry);
}

LogStore::LogStore(Disk& disk, std::string directory, Catalog& catalog)
    : disk_(disk), directory_(directory), reader_(disk, std::move(directory), catalog) {}

Result<std::unique_ptr<LogStore>> LogStore::open(Disk& disk, std::string directory,
                                                 Catalog& catalog,
                                                 const std::vector<FileRow>& files, FileIds& ids,
                                                 Clock& clock, Random& random,
                                                 LogStoreOptions options) {
  auto store = std::make_unique<LogStore>(disk, std::move(directory), catalog);
  store->writing_.reset(new Writing{.ids = ids,
                                    .clock = clock,
                                    .random = random,
                                    .options = std::move(options),
                                    .encoder = warc::SnapshotEncoder(),
                                    .growing = {}});
  for (const FileRow& warc : files) {
    if (warc.kind != FileKind::warc || warc.sealed) continue;
    for (const FileRow& tags : files) {
      if (tags.kind != FileKind::tags || tags.of != warc.id) continue;
      if (auto resumed = store->resume(warc, tags); !resumed)
        return std::unexpected(resumed.error());
    }
  }
  return store;
}

Result<warc::Record> LogStore::read_main(const std::string&, const SnapshotRow& row) {
  return reader_.read_main(row);
}

Result<warc::Header> LogStore::read_main_header(const std::string&, const SnapshotRow& row) {
  return reader_.read_main_header(row);
}

Result<std::string> LogStore::read_members(const std::string&, const SnapshotRow& row) {
  return reader_.read_members(row);
}

Result<std::optional<TagsEntry>> LogStore::read_tags(const std::string&, const SnapshotRow& row) {
  return reader_.read_tags(row);
}

Result<std::string> LogStore::file_name(FileId file) { return reader_.name_of(file); }

void LogStore::at(WritePoint point) const {
  if (writing_->options.at_point) writing_->options.at_point(point);
}

// Continues a file that an earlier writer did not finish.
Status LogStore::resume(const FileRow& warc, const FileRow& tags) {
  Growing growing{.warc = warc, .tags = tags, .warc_file = {}, .tags_file = {}, .warcinfo_id = {}};
  auto warc_file = disk_.open(directory_ + "/" + warc.name, Access::write);
  if (!warc_file) return std::unexpected(warc_file.error());
  auto tags_file = disk_.open(directory_ + "/" + tags.name, Access::write);
  if (!tags_file) return std::unexpected(tags_file.error());
  growing.warc_file = *std::move(warc_file);
  growing.tags_file = *std::move(tags_file);
  auto records = warc::Reader::open(*growing.warc_file, warc.name, 0, warc.committed);
  if (!records) return std::unexpected(records.error());
  auto first = records->next();
  if (!first && first.error().code != Errc::corrupt && first.error().code != Errc::limit)
    return std::unexpected(first.error());
  growing.is_full = !first;  // damaged at its start: add nothing, leave it to verify
  if (first && *first && (*first)->header.type() == warc::RecordType::warcinfo)
    growing.warcinfo_id = (*first)->header.record_id();
  for (Growing& earlier : writing_->growing) earlier.is_full = true;
  writing_->growing.push_back(std::move(growing));
  return {};
}

Status LogStore::start_file() {
  Writing& w = *writing_;
  const FileId id = w.ids.take();
  Growing growing;
  // If the clock was set back, new names must still sort after the old ones.
  w.last_created = std::max(w.last_created, w.clock.now());
  const std::string sealed_name = warc_name(w.last_created, id);
  growing.warc = {.id = id, .kind = FileKind::warc, .name = sealed_name + std::string(kOpenSuffix)};
  growing.tags = {
      .id = w.ids.take(), .kind = FileKind::tags, .name = tags_name(sealed_name), .of = id};
  growing.is_new = true;
  auto warc_file = disk_.open(directory_ + "/" + growing.warc.name, Access::create);
  if (!warc_file) return std::unexpected(warc_file.error());
  auto tags_file = disk_.open(directory_ + "/" + growing.tags.name, Access::create);
  if (!tags_file) return std::unexpected(tags_file.error());
  growing.warc_file = *std::move(warc_file);
  growing.tags_file = *std::move(tags_file);

  growing.warcinfo_id = warc::fresh_record_id(w.random);
  const std::string warcinfo = w.encoder.encode_warcinfo(
      growing.warcinfo_id, w.last_created, index_file_name(sealed_name), w.options.warcinfo);
  if (auto wrote = growing.warc_file->write(0, warcinfo); !wrote) return wrote;
  growing.warc.committed = warcinfo.size();
  const std::string head = tags_file_head();
  if (auto wrote = growing.tags_file->write(0, head); !wrote) return wrote;
  growing.tags.committed = head.size();
  w.growing.push_back(std::move(growing));
  at(WritePoint::file_created);
  return {};
}

Result<LogStore::Growing*> LogStore::current() {
  require(writing_ != nullptr, "only the writer puts");
  std::vector<Growing>& growing = writing_->growing;
  if (!growing.empty() && growing.back().warc.committed >= writing_->options.warc_bytes_max)
    growing.back().is_full = true;
  if (growing.empty() || growing.back().is_full) {
    if (auto started = start_file(); !started) return std::unexpected(started.error());
  }
  return &growing.back();
}

Result<std::string> LogStore::warcinfo_id() {
  auto growing = current();
  if (!growing) return std::unexpected(growing.error());
  return (*growing)->warcinfo_id;
}

// Until the commit, the length of a growing file is ahead of the catalog.
Result<SnapshotRow> LogStore::put(SnapshotBytes snapshot) {
  auto got = current();
  if (!got) return std::unexpected(got.error());
  Growing& growing = **got;
  const std::uint64_t begin = growing.warc.committed;
  SnapshotRow row;
  row.file = growing.warc.id;
  row.offset = begin + snapshot.main_offset;
  row.length = snapshot.members.size() - snapshot.main_offset;
  row.lead = snapshot.main_offset;
  if (auto wrote = growing.warc_file->write(begin, snapshot.members); !wrote)
    return std::unexpected(wrote.error());
  growing.warc.committed += snapshot.members.size();
  at(WritePoint::records_written);
  if (!snapshot.tags.empty()) {
    set_record_offset(snapshot.tags, row.offset);
    auto place = append_tags_entry(*growing.tags_file, growing.tags.committed, snapshot.tags);
    if (!place) return std::unexpected(place.error());
    row.tags_offset = *place;
    row.tags_length = snapshot.tags.size();
    growing.tags.committed = *place + snapshot.tags.size();
    at(WritePoint::tags_written);
  }
  reader_.know(growing.warc);
  reader_.know(growing.tags);
  return row;
}

Status LogStore::put_other(std::string_view member) {
  auto growing = current();
  if (!growing) return std::unexpected(growing.error());
  if (auto wrote = (*growing)->warc_file->write((*growing)->warc.committed, member); !wrote)
    return wrote;
  (*growing)->warc.committed += member.size();
  return {};
}

// Renames a full file to its final name, without ".open". If we crash before the commit, the next
// writer renames it back.
Status LogStore::seal(Growing& growing) {
  const std::string sealed_name(without_open(growing.warc.name));
  if (auto renamed =
          disk_.rename(directory_ + "/" + growing.warc.name, directory_ + "/" + sealed_name);
      !renamed)
    return renamed;
  if (auto synced = disk_.sync_directory(directory_ + "/warc"); !synced) return synced;
  growing.warc.name = sealed_name;
  growing.warc.sealed = true;
  growing.tags.sealed = true;
  reader_.know(growing.warc);
  at(WritePoint::file_renamed);
  return {};
}

Status LogStore::sync(Commit& change) {
  require(writing_ != nullptr, "only the writer syncs");
  for (Growing& growing : writing_->growing) {
    if (auto synced = growing.warc_file->sync(); !synced) return synced;
    at(WritePoint::records_synced);
    if (auto synced = growing.tags_file->sync(); !synced) return synced;
    if (growing.is_new) {
      for (const char* below : {"/warc", "/tags"})
        if (auto synced = disk_.sync_directory(directory_ + below); !synced) return synced;
      growing.is_new = false;
    }
    change.files.push_back(growing.warc);
    change.files.push_back(growing.tags);
  }
  return {};
}

// Only files that the catalog names are sealed: a file with a final name that it does not name
// would be taken for a foreign one.
Result<Commit> LogStore::after_commit() {
  Commit change;
  for (Growing& growing : writing_->growing) {
    if (!growing.is_full) continue;
    if (auto sealed = seal(growing); !sealed) return std::unexpected(sealed.error());
    change.files.push_back(growing.warc);
    change.files.push_back(growing.tags);
  }
  std::erase_if(writing_->growing, [](const Growing& growing) { return growing.is_full; });
  return change;
}

Status LogStore::finish() {
  for (Growing& growing : writing_->growing) growing.is_full = true;
  return {};
}

}  // namespace freshet
