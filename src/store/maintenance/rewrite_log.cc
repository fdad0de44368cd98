#include "store/maintenance/rewrite_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "store/archive/recovery.h"
#include "store/snapshot_facts.h"
#include "store/tags_file.h"
#include "warc/reader.h"

namespace freshet {

void DroppedRanges::settle() {
  std::sort(ranges_.begin(), ranges_.end());
  std::vector<std::pair<std::uint64_t, std::uint64_t>> merged;
  for (const auto& [begin, end] : ranges_) {
    if (!merged.empty() && begin <= merged.back().second)
      merged.back().second = std::max(merged.back().second, end);
    else
      merged.emplace_back(begin, end);
  }
  ranges_ = std::move(merged);
}

bool DroppedRanges::holds(std::uint64_t offset) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [&](const auto& range) {
    return range.first <= offset && offset < range.second;
  });
}

std::uint64_t DroppedRanges::moved(std::uint64_t offset) const {
  std::uint64_t before = 0;
  for (const auto& [begin, end] : ranges_) {
    if (begin >= offset) break;
    before += end - begin;
  }
  return offset - before;
}

std::uint64_t DroppedRanges::bytes() const {
  std::uint64_t sum = 0;
  for (const auto& [begin, end] : ranges_) sum += end - begin;
  return sum;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> DroppedRanges::kept(std::uint64_t end) const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> parts;
  std::uint64_t at = 0;
  for (const auto& [begin, range_end] : ranges_) {
    if (begin > at) parts.emplace_back(at, begin);
    at = range_end;
  }
  if (at < end) parts.emplace_back(at, end);
  return parts;
}

namespace {

constexpr std::size_t kCopyBytes = std::size_t{1} << 20;

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

  Result<std::vector<FilePair>> affected();
  Status group(const std::vector<FilePair>& files);
  Status one_file(const FilePair& old);
  Result<DroppedRanges> dropped_of(const FilePair& old, File& file, const std::vector<Row>& rows);
  Result<bool> is_empty_without(const FilePair& old, File& file, const DroppedRanges& dropped,
                                const std::vector<Row>& rows);
  Status copy_warc(File& from, const DroppedRanges& dropped, FilePair& next);
  Status copy_tags(const FilePair& old, const std::vector<Row>& rows, const DroppedRanges& dropped,
                   FilePair& next);
  Status commit_group();
  Status remove_old(const std::vector<FilePair>& files);

  ArchiveWriter::Parts parts_;
  const DropPlan& plan_;
  Rewritten done_;

  // State of the current group of files.
  Commit change_;
  struct Edit {
    std::string new_name;
    DroppedRanges dropped;
  };
  std::unordered_map<std::string, Edit> edits_;  // by the name that index lines use
};

Result<std::vector<FilePair>> LogRewrite::affected() {
  auto files = parts_.catalog.files();
  if (!files) return std::unexpected(files.error());
  std::vector<FilePair> pairs;
  for (const FileRow& warc : *files) {
    if (warc.kind != FileKind::warc || !plan_.snapshots.contains(warc.id)) continue;
    for (const FileRow& tags : *files)
      if (tags.kind == FileKind::tags && tags.of == warc.id)
        pairs.push_back({.warc = warc, .tags = tags});
  }
  return pairs;
}

Result<DroppedRanges> LogRewrite::dropped_of(const FilePair& old, File& file,
                                             const std::vector<Row>& rows) {
  DroppedRanges dropped;
  const std::set<std::uint64_t>& offsets = plan_.snapshots.at(old.warc.id);
  for (const auto& [page, row] : rows) {
    if (!offsets.contains(row.offset)) continue;
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

Status LogRewrite::copy_tags(const FilePair& old, const std::vector<Row>& rows,
                             const DroppedRanges& dropped, FilePair& next) {
  auto from = parts_.disk.open(parts_.directory + "/" + old.tags.name, Access::read);
  if (!from) return std::unexpected(from.error());
  auto to = parts_.disk.open(parts_.directory + "/" + next.tags.name, Access::create);
  if (!to) return std::unexpected(to.error());
  const std::string head = tags_file_head();
  if (auto wrote = (*to)->write(0, head); !wrote) return wrote;
  next.tags.committed = head.size();
  for (const auto& [page, row] : rows) {
    const SnapshotPlace place{.page = page, .file = row.file, .offset = row.offset};
    if (dropped.holds(row.offset)) {
      change_.removed.push_back(place);
      ++done_.snapshots;
      continue;
    }
    SnapshotRow moved = row;
    moved.file = next.warc.id;
    moved.offset = dropped.moved(row.offset);
    moved.lead = moved.offset - dropped.moved(row.offset - row.lead);
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
  done_.bytes_freed += *is_empty ? old.warc.committed : dropped->bytes();
  Edit edit{.new_name = {}, .dropped = *dropped};
  if (*is_empty) {
    for (const auto& [page, row] : rows) {
      change_.removed.push_back({.page = page, .file = row.file, .offset = row.offset});
      ++done_.snapshots;
    }
  } else {
    FilePair next = old;
    next.warc.id = parts_.ids.take();
    next.warc.name = warc_name(parts_.clock.now(), next.warc.id);
    next.tags.id = parts_.ids.take();
    next.tags.name = tags_name(next.warc.name);
    next.tags.of = next.warc.id;
    if (auto copied = copy_warc(**file, *dropped, next); !copied) return copied;
    if (auto copied = copy_tags(old, rows, *dropped, next); !copied) return copied;
    change_.files.push_back(next.warc);
    change_.files.push_back(next.tags);
    edit.new_name = index_file_name(next.warc.name);
  }
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
    line.filename = change.new_name;
    line.offset = change.dropped.moved(line.offset);
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
