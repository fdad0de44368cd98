// Maintains the CDXJ index of an archive during writing: appends to the tail and sorts it into runs
// from time to time. Each step is committed to the catalog before the files it replaces are
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

// Returns the index files among those of the catalog, as CdxjReader takes them.
std::vector<CdxjFile> index_files(const std::string& directory, const std::vector<FileRow>& files);

// Not thread-safe; owned by the archive's writer.
class IndexKeeper {
 public:
  // `files` are those of the catalog; the tail is cut back to its committed length.
  static Result<IndexKeeper> open(Disk& disk, std::string directory,
                                  const std::vector<FileRow>& files, FileIds& ids,
                                  AtWritePoint at_point, std::uint64_t tail_bytes_max);

  // Appends the lines of a batch, syncs them and names the tail in `change`.
  Status append(std::span<const CdxjLine> lines, Commit& change);

  // Sorts a full tail into a run and merges runs when there are many. Each step is a commit.
  Status tidy(Catalog& catalog);

  // Replaces the whole index by one run of the lines that `edit` returns. Adds the files to
  // `change`; call replaced() after its commit.
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
  std::vector<FileRow> replaced_;  // to be deleted after the commit
};

}  // namespace freshet
