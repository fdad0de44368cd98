#include "store/archive/log_store.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/escape.h"
#include "base/memory_file.h"
#include "store/archive_files.h"
#include "store/snapshot_facts.h"
#include "warc/member_reader.h"

namespace freshet {
namespace {

std::string host_key_of(const std::string& url) {
  const PageKey page = page_key_of(url);
  return page.host ? std::string(page.host->key()) : std::string();
}

Result<std::string> text_of_member(std::string_view member, const std::string& name) {
  MemoryFile file{std::string(member)};
  warc::MemberReader reader(file, name, 0, member.size());
  auto is_there = reader.next_member();
  if (!is_there) return std::unexpected(is_there.error());
  return warc::read_member_text(reader, kSnapshotBytesMax);
}

}  // namespace

LogStore::LogStore(Disk& disk, std::string directory, Catalog& catalog)
    : disk_(disk), directory_(directory), reader_(disk, std::move(directory), catalog) {}

Result<std::unique_ptr<LogStore>> LogStore::open(Disk& disk, std::string directory,
                                                 Catalog& catalog,
                                                 const std::vector<FileRow>& files, FileIds& ids,
                                                 Clock& clock, Random& random,
                                                 const LogStoreOptions& options) {
  auto store = std::make_unique<LogStore>(disk, std::move(directory), catalog);
  store->writing_.reset(new Writing{.ids = ids,
                                    .clock = clock,
                                    .random = random,
                                    .options = options,
                                    .encoder = warc::SnapshotEncoder(),
                                    .packer = warc::RecordPacker(options.packing),
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
  // Damaged at its start: add nothing, leave it to verify. Another packing begins another file.
  growing.is_full = !first || may_hold_references(warc.name) !=
                                  (writing_->options.packing == warc::MemberPacking::reference);
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
  const std::string sealed_name = warc_name(w.last_created, id, w.options.packing);
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
  w.packer.start_file();
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

// Packs the main record of a page, which gets its place at `begin` + `main_offset` of the file.
Status LogStore::pack(SnapshotBytes& snapshot, std::uint64_t begin) {
  warc::RecordPacker& packer = writing_->packer;
  if (snapshot.main_text.empty()) {
    if (packer.packing() != warc::MemberPacking::reference || !snapshot.is_page) return {};
    auto text = text_of_member(std::string_view(snapshot.members).substr(snapshot.main_offset),
                               snapshot.url);
    if (!text) return std::unexpected(text.error());
    snapshot.main_text = *std::move(text);
    snapshot.members.resize(snapshot.main_offset);
  }
  if (snapshot.is_page)
    packer.append_page(snapshot.members, snapshot.main_text, host_key_of(snapshot.url),
                       begin + snapshot.main_offset);
  else
    packer.append(snapshot.members, snapshot.main_text);
  return {};
}

// Until the commit, the length of a growing file is ahead of the catalog.
Result<SnapshotRow> LogStore::put(SnapshotBytes snapshot) {
  auto got = current();
  if (!got) return std::unexpected(got.error());
  Growing& growing = **got;
  const std::uint64_t begin = growing.warc.committed;
  if (auto packed = pack(snapshot, begin); !packed) return std::unexpected(packed.error());
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
