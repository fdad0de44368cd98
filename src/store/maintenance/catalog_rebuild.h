// Fills an empty catalog from the records of an archive, and writes new tags and index files.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "store/archive/file_ids.h"
#include "store/archive/index_keeper.h"
#include "store/reindex.h"
#include "store/scan_warc.h"
#include "store/slots/slot_format.h"

namespace freshet {

// The incomplete end of a WARC, after its last complete snapshot.
struct TornEnd {
  std::string name;
  std::uint64_t from = 0;
};

struct RebuiltCatalog {
  Reindexed done;
  std::vector<TornEnd> torn;
};

// Existing files are not changed; new ones get names that are not in use.
class CatalogRebuild {
 public:
  // New files are numbered from `first` on.
  CatalogRebuild(Disk& disk, const std::string& directory, Catalog& catalog, FileId first,
                 const ReindexOptions& options)
      : disk_(disk), directory_(directory), catalog_(catalog), options_(options) {
    ids_.next = first;
  }

  Status log_files();
  Status slot_files();
  RebuiltCatalog take() { return {.done = std::move(done_), .torn = std::move(torn_)}; }

 private:
  // The WARC being read, and its new tags file.
  struct Current {
    FileRow warc;
    FileRow tags;
    std::unique_ptr<File> tags_file;
  };

  Status one_warc(const std::string& name);
  Result<std::uint64_t> whole_length(const std::string& name);
  Status record(Current& current, ScannedRecord scanned);
  void note_check(const ScannedRecord& scanned);
  Status flush(Current* current);

  Status one_slot(const SlotsFileName& file, const SlotPlace& place);

  Disk& disk_;
  const std::string& directory_;
  Catalog& catalog_;
  const ReindexOptions& options_;
  FileIds ids_;
  std::optional<IndexKeeper> index_;
  Commit change_;
  std::vector<CdxjLine> lines_;
  struct Noted {
    std::string record_id;  // of the main record that it belongs to
    ChangeNote note;
  };
  std::optional<Noted> noted_;
  std::vector<TornEnd> torn_;
  Reindexed done_;
};

}  // namespace freshet
