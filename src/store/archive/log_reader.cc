#include "store/archive/log_reader.h"

#include <fmt/format.h>

#include "store/archive/page_store.h"
#include "store/archive_files.h"
#include "warc/member_reader.h"
#include "warc/record_packer.h"

namespace freshet {
namespace {

std::unexpected<Error> corrupt_log(std::string message) {
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
  return corrupt_log(
      fmt::format("the catalog names file {}, which is not among its files; "
                  "run freshet verify",
                  id));
}

Result<LogReader::Opened*> LogReader::tags_of(FileId warc) {
  if (auto known = file(warc); !known) return known;
  const auto id = tags_of_.find(warc);
  if (id == tags_of_.end())
    return corrupt_log(
        fmt::format("the catalog names no tags file for file {}; run freshet reindex", warc));
  return file(id->second);
}

warc::SharedReferences LogReader::references_in(FileId file) {
  return {.reader = &references_, .number = static_cast<std::uint64_t>(file)};
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
                              kSnapshotBytesMax, references_in(row.file));
}

Result<warc::Header> LogReader::read_main_header(const SnapshotRow& row) {
  auto opened = file(row.file);
  if (!opened) return std::unexpected(opened.error());
  return warc::read_header_at(*(*opened)->file, (*opened)->row.name, row.offset, row.length,
                              references_in(row.file));
}

Result<std::string> LogReader::read_members(const SnapshotRow& row) {
  auto opened = file(row.file);
  if (!opened) return std::unexpected(opened.error());
  const std::uint64_t bytes = row.lead + row.length;
  if (bytes > kSnapshotBytesMax || row.lead > row.offset) {
    return corrupt_log(
        fmt::format("{}, offset {}: not a possible place for a snapshot of {} bytes, {} of them "
                    "before the main record",
                    (*opened)->row.name, row.offset, bytes, row.lead));
  }
  std::string members(bytes, '\0');
  auto got = (*opened)->file->read(row.offset - row.lead, members);
  if (!got) return std::unexpected(got.error());
  if (*got != bytes) {
    return corrupt_log(fmt::format("{}, offset {}: the file ends within the record",
                                   (*opened)->row.name, row.offset));
  }
  if (!may_hold_references((*opened)->row.name)) return members;
  return as_gzip_members(**opened, row.offset - row.lead, members);
}

// Returns `members`, which stand at `begin` of a file; those with references are packed anew,
// without.
Result<std::string> LogReader::as_gzip_members(Opened& opened, std::uint64_t begin,
                                               std::string_view members) {
  warc::MemberReader reader(*opened.file, opened.row.name, begin, begin + members.size(),
                            references_in(opened.row.id));
  std::string packed;
  warc::RecordPacker packer(warc::MemberPacking::igzip);
  while (true) {
    auto is_there = reader.next_member();
    if (!is_there) return std::unexpected(is_there.error());
    if (!*is_there) return packed;
    auto text = warc::read_member_text(reader, kSnapshotBytesMax);
    if (!text) return std::unexpected(text.error());
    if (reader.in_reference_member())
      packer.append(packed, *text);
    else
      packed += members.substr(reader.member_offset() - begin,
                               reader.position() - reader.member_offset());
  }
}

Result<std::optional<TagsEntry>> LogReader::read_tags(const SnapshotRow& row) {
  if (row.tags_length == 0) return std::nullopt;
  auto opened = tags_of(row.file);
  if (!opened) return std::unexpected(opened.error());
  auto entry =
      read_tags_entry(*(*opened)->file, (*opened)->row.name, row.tags_offset, row.tags_length);
  if (!entry) return std::unexpected(entry.error());
  if (entry->record_offset != row.offset) {
    return corrupt_log(
        fmt::format("{}, offset {}: the entry belongs to the record at {}, not at {}",
                    (*opened)->row.name, row.tags_offset, entry->record_offset, row.offset));
  }
  return *std::move(entry);
}

}  // namespace freshet
