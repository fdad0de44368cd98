// Keeps the CDXJ index of an archive while it is written: appends to the tail, and now and then
// sorts it away. Every step is committed to the catalog before anything that it replaces is
// deleted.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "store/archive/file_ids.h"
#include "store/cdxj/cdxj_index.h"
#include "store/write_point.h"

namespace freshet {

// The files of the index among those of the catalog, as the reader of the index wants them.
std::vector<CdxjFile> index_files(const std::string& directory, const std::vector<FileRow>& files);

// Not thread-safe; owned by the archive's writer.
class IndexKeeper {
 public:
  // `files` are those of the catalog; the tail is cut back to its committed length.
  static Result<IndexKeeper> open(Disk& disk, std::string directory,
                                  const std::vector<FileRow>& files, FileIds& ids,
                                  AtWritePoint at_point, std::uint64_t tail_bytes_max);

  // Appends the lines of a batch, makes them last, and names the tail in `change`.
  Status append(std::span<const CdxjLine> lines, Commit& change);

  // Sorts a full tail into a run and merges runs where there are many, each step one commit.
  Status tidy(Catalog& catalog);

  // Replaces the whole index by one run whose lines went through `edit`. Adds to `change` what must
  // be committed; call replaced() when it has been.
  Status rewrite(const CdxjEdit& edit, Commit& change);
  Status replaced();

 private:
  IndexKeeper(Disk& disk, std::string directory, FileIds& ids, AtWritePoint at_point,
              std::uint64_t tail_bytes_max);

  Status start_tail();
  Status merge(const std::vector<FileRow>& inputs, const CdxjEdit* edit, Commit& change);
  std::vector<FileRow> full_tail() const;
  std::vector<FileRow> runs_due() const;
  CdxjFile as_cdxj(const FileRow& row) const;
  void at(WritePoint point) const;

  Disk* disk_;
  std::string directory_;
  FileIds* ids_;
  AtWritePoint at_point_;
  std::uint64_t tail_bytes_max_;
  std::vector<FileRow> runs_;
  std::optional<FileRow> tail_row_;
  std::optional<CdxjTail> tail_;
  std::vector<FileRow> replaced_;  // to be deleted when the change has been committed
};

}  // namespace freshet
