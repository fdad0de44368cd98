#include "store/archive/index_keeper.h"

#include <algorithm>
#include <utility>

#include "store/archive_files.h"

namespace freshet {

std::vector<CdxjFile> index_files(const std::string& directory, const std::vector<FileRow>& files) {
  std::vector<CdxjFile> found;
  for (const FileRow& row : files) {
    if (row.kind != FileKind::cdxj_run && row.kind != FileKind::cdxj_tail) continue;
    found.push_back({.path = directory + "/" + row.name,
                     .bytes = row.committed,
                     .is_sorted = row.kind == FileKind::cdxj_run});
  }
  return found;
}

IndexKeeper::IndexKeeper(Disk& disk, std::string directory, FileIds& ids, AtWritePoint at_point,
                         std::uint64_t tail_bytes_max)
    : disk_(&disk),
      directory_(std::move(directory)),
      ids_(&ids),
      at_point_(std::move(at_point)),
      tail_bytes_max_(tail_bytes_max) {}

void IndexKeeper::at(WritePoint point) const {
  if (at_point_) at_point_(point);
}

Result<IndexKeeper> IndexKeeper::open(Disk& disk, std::string directory,
                                      const std::vector<FileRow>& files, FileIds& ids,
                                      AtWritePoint at_point, std::uint64_t tail_bytes_max) {
  IndexKeeper keeper(disk, std::move(directory), ids, std::move(at_point), tail_bytes_max);
  for (const FileRow& row : files) {
    if (row.kind == FileKind::cdxj_run) keeper.runs_.push_back(row);
    if (row.kind != FileKind::cdxj_tail) continue;
    auto tail = CdxjTail::open(disk, keeper.directory_ + "/" + row.name, row.committed);
    if (!tail) return std::unexpected(tail.error());
    keeper.tail_ = *std::move(tail);
    keeper.tail_row_ = row;
  }
  return keeper;
}

Status IndexKeeper::start_tail() {
  const FileId id = ids_->take();
  tail_row_ = FileRow{.id = id, .kind = FileKind::cdxj_tail, .name = tail_name(id)};
  auto tail = CdxjTail::open(*disk_, directory_ + "/" + tail_row_->name, 0);
  if (!tail) return std::unexpected(tail.error());
  tail_ = *std::move(tail);
  return disk_->sync_directory(directory_ + "/index");
}

Status IndexKeeper::append(std::span<const CdxjLine> lines, Commit& change) {
  if (lines.empty()) return {};
  if (!tail_)
    if (auto started = start_tail(); !started) return started;
  auto bytes = tail_->append(lines);
  if (!bytes) return std::unexpected(bytes.error());
  at(WritePoint::lines_written);
  if (auto synced = tail_->sync(); !synced) return synced;
  tail_row_->committed = *bytes;
  change.files.push_back(*tail_row_);
  return {};
}

CdxjFile IndexKeeper::as_cdxj(const FileRow& row) const {
  return index_files(directory_, {row}).front();
}

// Merges `inputs` into one run and records the replacement in `change`.
Status IndexKeeper::merge(const std::vector<FileRow>& inputs, const CdxjEdit* edit,
                          Commit& change) {
  std::vector<CdxjFile> files;
  for (const FileRow& row : inputs) files.push_back(as_cdxj(row));
  FileRow run{
      .id = ids_->take(), .kind = FileKind::cdxj_run, .name = {}, .committed = 0, .sealed = true};
  run.name = run_name(run.id);
  const std::string path = directory_ + "/" + run.name;
  auto merged = edit ? merge_runs(*disk_, files, path, *edit) : merge_runs(*disk_, files, path);
  if (!merged) return std::unexpected(merged.error());
  at(WritePoint::run_written);
  run.committed = merged->bytes;
  change.files.push_back(run);
  for (const FileRow& row : inputs) {
    change.dropped_files.push_back(row.id);
    std::erase(runs_, row);
    if (tail_row_ && tail_row_->id == row.id) {
      tail_row_.reset();
      tail_.reset();
    }
    replaced_.push_back(row);
  }
  runs_.push_back(run);
  return {};
}

Status IndexKeeper::replaced() {
  for (const FileRow& row : std::exchange(replaced_, {}))
    if (auto removed = disk_->remove(directory_ + "/" + row.name); !removed) return removed;
  at(WritePoint::old_removed);
  return {};
}

std::vector<FileRow> IndexKeeper::full_tail() const {
  if (!tail_row_ || tail_row_->committed < tail_bytes_max_) return {};
  return {*tail_row_};
}

std::vector<FileRow> IndexKeeper::runs_due() const {
  std::vector<CdxjFile> files;
  for (const FileRow& row : runs_) files.push_back(as_cdxj(row));
  std::vector<FileRow> due;
  for (const CdxjFile& file : runs_to_merge(files))
    due.push_back(*std::find_if(runs_.begin(), runs_.end(), [&](const FileRow& row) {
      return directory_ + "/" + row.name == file.path;
    }));
  return due;
}

Status IndexKeeper::tidy(Catalog& catalog) {
  while (true) {
    std::vector<FileRow> inputs = full_tail();
    if (inputs.empty()) inputs = runs_due();
    if (inputs.empty()) return {};
    Commit change;
    if (auto merged = merge(inputs, nullptr, change); !merged) return merged;
    if (auto done = status_of(catalog.commit(change)); !done) return done;
    at(WritePoint::run_committed);
    if (auto removed = replaced(); !removed) return removed;
  }
}

Status IndexKeeper::rewrite(const CdxjEdit& edit, Commit& change) {
  std::vector<FileRow> inputs = runs_;
  if (tail_row_) inputs.push_back(*tail_row_);
  if (inputs.empty()) return {};
  return merge(inputs, &edit, change);
}

}  // namespace freshet
