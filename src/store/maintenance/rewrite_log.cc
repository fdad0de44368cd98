#include "store/maintenance/rewrite_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "store/archive/recovery.h"
#include "store/maintenance/dropped_ranges.h"
#include "store/snapshot_facts.h"
#include "store/tags_file.h"
#include "warc/member_reader.h"
#include "warc/reader.h"
#include "warc/record_packer.h"

namespace freshet {

namespace {

constexpr std::size_t kCopyBytes = std::size_t{1} << 20;

std::unexpected<Error> not_a_member(const std::string& name, std::uint64_t offset) {
  return std::unexpected(
      Error{Errc::corrupt, fmt::format("{}, offset {}: the catalog names a record here, but there "
                                       "is none; run freshet verify",
                                       name, offset)});
}

// A WARC and its tags file.
struct FilePair {
  FileRow warc;
  FileRow tags;
};

class LogRewrite {
 public:
  LogRewrite(ArchiveWriter& writer, const DropPlan& plan) : parts_(writer.parts()), plan_(plan) {}

  Result<Rewritten> run();

 private:
  struct Row {
    PageKey page;
    SnapshotRow row;
  };
  // The place of a member in the new file.
  struct NewPlace {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
  };
  struct Edit {
    std::string new_name;
    DroppedRanges dropped;
    bool is_repacked = false;
    std::unordered_map<std::uint64_t, NewPlace> repacked;  // by the offset in the old file

    NewPlace place(std::uint64_t offset, std::uint64_t length) const {
      if (!is_repacked) return {.offset = dropped.moved(offset), .length = length};
      const auto found = repacked.find(offset);
      return found == repacked.end() ? NewPlace{} : found->second;
    }
  };

  Result<std::vector<FilePair>> affected();
  Status group(const std::vector<FilePair>& files);
  Status one_file(const FilePair& old);
  Result<DroppedRanges> dropped_of(const FilePair& old, File& file, const std::vector<Row>& rows);
  Result<bool> is_empty_without(const FilePair& old, File& file, const DroppedRanges& dropped,
                                const std::vector<Row>& rows);
  Result<FilePair> copy_pair(const FilePair& old, File& file, const std::vector<Row>& rows,
                             Edit& edit);
  Status copy_warc(File& from, const DroppedRanges& dropped, FilePair& next);
  bool repacks(const FileRow& warc) const;
  Status repack_warc(const FileRow& old, File& from, const std::vector<Row>& rows, Edit& edit,
                     FilePair& next);
  Status copy_tags(const FilePair& old, const std::vector<Row>& rows, const Edit& edit,
                   FilePair& next);
  Status commit_group();
  Status remove_old(const std::vector<FilePair>& files);

  ArchiveWriter::Parts parts_;
  const DropPlan& plan_;
  Rewritten done_;

  // State of the current group of files.
  Commit change_;
  std::unordered_map<std::string, Edit> edits_;  // by the name that index lines use
};

Result<std::vector<FilePair>> LogRewrite::affected() {
  auto files = parts_.catalog.files();
  if (!files) return std::unexpected(files.error());
  std::vector<FilePair> pairs;
  for (const FileRow& warc : *files) {
    if (warc.kind != FileKind::warc) continue;
    if (!plan_.snapshots.contains(warc.id) && !repacks(warc)) continue;
    for (const FileRow& tags : *files)
      if (tags.kind == FileKind::tags && tags.of == warc.id)
        pairs.push_back({.warc = warc, .tags = tags});
  }
  return pairs;
}

// Only the records of our own files are one member each.
bool LogRewrite::repacks(const FileRow& warc) const {
  if (!plan_.packing || !warc_id(warc.name)) return false;
  return *plan_.packing != warc::MemberPacking::reference || !may_hold_references(warc.name);
}

Result<DroppedRanges> LogRewrite::dropped_of(const FilePair& old, File& file,
                                             const std::vector<Row>& rows) {
  DroppedRanges dropped;
  const auto offsets = plan_.snapshots.find(old.warc.id);
  for (const auto& [page, row] : rows) {
    if (offsets == plan_.snapshots.end() || !offsets->second.contains(row.offset)) continue;
    dropped.add(row.offset - row.lead, row.offset + row.length);
  }
  if (plan_.takes_other) {
    auto reader = warc::Reader::open(file, old.warc.name, 0, old.warc.committed);
    if (!reader) return std::unexpected(reader.error());
    while (true) {
      auto head = reader->next();
      if (!head) return std::unexpected(head.error());
      if (!*head) break;
      auto place = reader->finish();
      if (!place) return std::unexpected(place.error());
      if (plan_.takes_other((*head)->header))
        dropped.add(place->offset, place->offset + place->length);
    }
  }
  dropped.settle();
  return dropped;
}

// Returns true if only the file's own warcinfo record would remain.
Result<bool> LogRewrite::is_empty_without(const FilePair& old, File& file,
                                          const DroppedRanges& dropped,
                                          const std::vector<Row>& rows) {
  const bool has_kept = std::any_of(rows.begin(), rows.end(),
                                    [&](const Row& row) { return !dropped.holds(row.row.offset); });
  if (has_kept) return false;
  auto reader = warc::Reader::open(file, old.warc.name, 0, old.warc.committed);
  if (!reader) return std::unexpected(reader.error());
  auto head = reader->next();
  if (!head) return std::unexpected(head.error());
  auto place = reader->finish();
  if (!place) return std::unexpected(place.error());
  return place->length + dropped.bytes() == old.warc.committed;
}

Status LogRewrite::copy_warc(File& from, const DroppedRanges& dropped, FilePair& next) {
  auto to = parts_.disk.open(parts_.directory + "/" + next.warc.name, Access::create);
  if (!to) return std::unexpected(to.error());
  std::string buffer(kCopyBytes, '\0');
  std::uint64_t at = 0;
  for (const auto& [begin, end] : dropped.kept(next.warc.committed)) {
    for (std::uint64_t offset = begin; offset < end;) {
      const std::size_t want = std::min<std::uint64_t>(buffer.size(), end - offset);
      auto got = from.read(offset, std::span(buffer).subspan(0, want));
      if (!got) return std::unexpected(got.error());
      if (*got != want)
        return std::unexpected(Error{Errc::corrupt, "a WARC is shorter than its committed length"});
      if (auto wrote = (*to)->write(at, std::string_view(buffer).substr(0, want)); !wrote)
        return wrote;
      offset += want;
      at += want;
    }
  }
  next.warc.committed = at;
  return (*to)->sync();
}

// Packs the records anew. References are chosen among the kept records alone, so nothing of a
// dropped one stays.
Status LogRewrite::repack_warc(const FileRow& old, File& from, const std::vector<Row>& rows,
                               Edit& edit, FilePair& next) {
  auto to = parts_.disk.open(parts_.directory + "/" + next.warc.name, Access::create);
  if (!to) return std::unexpected(to.error());
  std::unordered_map<std::uint64_t, const Row*> pages;
  for (const Row& row : rows)
    if (row.row.kind == SnapshotKind::response && is_html_mime(row.row.mime))
      pages.emplace(row.row.offset, &row);
  warc::MemberReader reader(from, old.name, 0, old.committed);
  warc::RecordPacker packer(plan_.packing.value_or(warc::MemberPacking::reference),
                            plan_.packing ? warc::kReferenceLevelBest : warc::kReferenceLevel);
  std::string member;
  std::uint64_t at = 0;
  while (true) {
    auto is_there = reader.next_member();
    if (!is_there) return std::unexpected(is_there.error());
    if (!*is_there) break;
    auto text = warc::read_member_text(reader, kSnapshotBytesMax);
    if (!text) return std::unexpected(text.error());
    const std::uint64_t offset = reader.member_offset();
    if (edit.dropped.holds(offset)) continue;
    member.clear();
    if (const auto page = pages.find(offset); page != pages.end()) {
      const auto& host = page->second->page.host;
      packer.append_page(member, *text, host ? host->key() : std::string_view(), at);
    } else {
      packer.append(member, *text);
    }
    if (auto wrote = (*to)->write(at, member); !wrote) return wrote;
    edit.repacked[offset] = {.offset = at, .length = member.size()};
    at += member.size();
  }
  next.warc.committed = at;
  return (*to)->sync();
}

Status LogRewrite::copy_tags(const FilePair& old, const std::vector<Row>& rows, const Edit& edit,
                             FilePair& next) {
  auto from = parts_.disk.open(parts_.directory + "/" + old.tags.name, Access::read);
  if (!from) return std::unexpected(from.error());
  auto to = parts_.disk.open(parts_.directory + "/" + next.tags.name, Access::create);
  if (!to) return std::unexpected(to.error());
  const std::string head = tags_file_head();
  if (auto wrote = (*to)->write(0, head); !wrote) return wrote;
  next.tags.committed = head.size();
  for (const auto& [page, row] : rows) {
    const SnapshotPlace place{.page = page, .file = row.file, .offset = row.offset};
    if (edit.dropped.holds(row.offset)) {
      change_.removed.push_back(place);
      ++done_.snapshots;
      continue;
    }
    SnapshotRow moved = row;
    moved.file = next.warc.id;
    const NewPlace next_place = edit.place(row.offset, row.length);
    const NewPlace lead_place = edit.place(row.offset - row.lead, row.length);
    if (next_place.length == 0 || lead_place.length == 0)
      return not_a_member(old.warc.name, row.offset);
    moved.offset = next_place.offset;
    moved.length = next_place.length;
    moved.lead = moved.offset - lead_place.offset;
    if (row.tags_length > 0) {
      std::string entry(row.tags_length, '\0');
      auto got = (*from)->read(row.tags_offset, entry);
      if (!got) return std::unexpected(got.error());
      auto parsed = parse_tags_entry(entry, old.tags.name, row.tags_offset);
      if (!parsed) return std::unexpected(parsed.error());
      set_record_offset(entry, moved.offset);
      auto offset = append_tags_entry(**to, next.tags.committed, entry);
      if (!offset) return std::unexpected(offset.error());
      moved.tags_offset = *offset;
      next.tags.committed = *offset + entry.size();
    }
    change_.moved.emplace_back(place, moved);
  }
  return (*to)->sync();
}

// Writes the new files of `old`, and fills `edit`.
Result<FilePair> LogRewrite::copy_pair(const FilePair& old, File& file,
                                       const std::vector<Row>& rows, Edit& edit) {
  FilePair next = old;
  edit.is_repacked = plan_.packing || may_hold_references(old.warc.name);
  const warc::MemberPacking packing = plan_.packing      ? *plan_.packing
                                      : edit.is_repacked ? warc::MemberPacking::reference
                                                         : warc::MemberPacking::igzip;
  next.warc.id = parts_.ids.take();
  next.warc.name = warc_name(parts_.clock.now(), next.warc.id, packing);
  next.tags.id = parts_.ids.take();
  next.tags.name = tags_name(next.warc.name);
  next.tags.of = next.warc.id;
  const Status copied = edit.is_repacked ? repack_warc(old.warc, file, rows, edit, next)
                                         : copy_warc(file, edit.dropped, next);
  if (!copied) return std::unexpected(copied.error());
  if (auto tags = copy_tags(old, rows, edit, next); !tags) return std::unexpected(tags.error());
  change_.files.push_back(next.warc);
  change_.files.push_back(next.tags);
  return next;
}

Status LogRewrite::one_file(const FilePair& old) {
  std::vector<Row> rows;
  auto read = parts_.catalog.each_snapshot_in(old.warc.id,
                                              [&](const PageKey& page, const SnapshotRow& row) {
                                                rows.push_back({.page = page, .row = row});
                                                return true;
                                              });
  if (!read) return read;
  auto file = parts_.disk.open(parts_.directory + "/" + old.warc.name, Access::read);
  if (!file) return std::unexpected(file.error());
  auto dropped = dropped_of(old, **file, rows);
  if (!dropped) return std::unexpected(dropped.error());
  auto is_empty = is_empty_without(old, **file, *dropped, rows);
  if (!is_empty) return std::unexpected(is_empty.error());
  change_.dropped_files.push_back(old.warc.id);
  change_.dropped_files.push_back(old.tags.id);
  ++done_.files;
  Edit edit;
  edit.dropped = *std::move(dropped);
  std::uint64_t bytes_after = 0;
  if (*is_empty) {
    for (const auto& [page, row] : rows) {
      change_.removed.push_back({.page = page, .file = row.file, .offset = row.offset});
      ++done_.snapshots;
    }
  } else {
    auto next = copy_pair(old, **file, rows, edit);
    if (!next) return std::unexpected(next.error());
    bytes_after = next->warc.committed;
    edit.new_name = index_file_name(next->warc.name);
  }
  done_.bytes_before += old.warc.committed;
  done_.bytes_after += bytes_after;
  done_.bytes_freed += old.warc.committed - std::min(old.warc.committed, bytes_after);
  edits_.emplace(index_file_name(old.warc.name), std::move(edit));
  return {};
}

Status LogRewrite::commit_group() {
  for (const char* below : {"/warc", "/tags"})
    if (auto synced = parts_.disk.sync_directory(parts_.directory + below); !synced) return synced;
  const CdxjEdit edit = [&](CdxjLine line) -> std::optional<CdxjLine> {
    const auto found = edits_.find(line.filename);
    if (found == edits_.end()) return line;
    const Edit& change = found->second;
    if (change.new_name.empty() || change.dropped.holds(line.offset)) return std::nullopt;
    const NewPlace place = change.place(line.offset, line.length);
    line.filename = change.new_name;
    line.offset = place.offset;
    line.length = place.length;
    return line;
  };
  if (auto rewrote = parts_.index->rewrite(edit, change_); !rewrote) return rewrote;
  if (auto done = status_of(parts_.catalog.commit(change_)); !done) return done;
  return parts_.index->replaced();
}

Status LogRewrite::remove_old(const std::vector<FilePair>& files) {
  for (const FilePair& old : files) {
    for (const std::string* name : {&old.warc.name, &old.tags.name})
      if (auto removed = parts_.disk.remove(parts_.directory + "/" + *name); !removed)
        return removed;
    for (const FileId file : {old.warc.id, old.tags.id}) parts_.pages.forget_file(file);
  }
  return parts_.disk.sync_directory(parts_.directory + "/warc");
}

// Records the group, so that the next writer can remove the right files if this one dies.
Status LogRewrite::group(const std::vector<FilePair>& files) {
  change_ = {};
  edits_.clear();
  std::vector<std::string> names;
  for (const FilePair& old : files) names.push_back(old.warc.name);
  // The names of the new files are not known yet, but they contain the numbers that follow.
  const FileId first_new = parts_.ids.next;
  if (auto noted = note_rewrite(parts_.disk, parts_.directory, names, first_new, false); !noted)
    return noted;
  for (const FilePair& old : files)
    if (auto done = one_file(old); !done) return done;
  if (auto committed = commit_group(); !committed) return committed;
  if (auto noted = note_rewrite(parts_.disk, parts_.directory, names, first_new, true); !noted)
    return noted;
  if (auto removed = remove_old(files); !removed) return removed;
  return forget_rewrite(parts_.disk, parts_.directory);
}

Result<Rewritten> LogRewrite::run() {
  auto files = affected();
  if (!files) return std::unexpected(files.error());
  for (std::size_t at = 0; at < files->size(); at += kRewriteFilesMax) {
    const auto begin = files->begin() + static_cast<std::ptrdiff_t>(at);
    const auto end = files->begin() +
                     static_cast<std::ptrdiff_t>(std::min(at + kRewriteFilesMax, files->size()));
    if (auto done = group({begin, end}); !done) return std::unexpected(done.error());
  }
  return done_;
}

}  // namespace

Result<Rewritten> rewrite_log(ArchiveWriter& writer, const DropPlan& plan) {
  return LogRewrite(writer, plan).run();
}

}  // namespace freshet
