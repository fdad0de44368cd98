// Read access to an archive. Readers change nothing. Any number of them may run beside the one
// writer (archive_writer.h), and they see what it has committed. Design: docs/design/store.md.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "base/time.h"
#include "catalog/catalog.h"
#include "store/archive/page_store.h"
#include "store/archive_files.h"
#include "store/cdxj/cdxj_reader.h"
#include "warc/http_head.h"

namespace freshet {

// A snapshot and its page, as a look-up returns them.
struct Found {
  PageRow page;
  SnapshotRow snapshot;
};

// A record and the HTTP head of its block. payload() points into the record.
struct OpenedRecord {
  warc::Record record;
  warc::HttpHead http;  // empty if the block is not an HTTP message

  std::string_view payload() const {
    return std::string_view(record.block).substr(http.payload_begin);
  }
};

// Not thread-safe; open one for each thread.
class Archive {
 public:
  // `vfs` names the file layer of SQLite, for tests. Errors are one sentence for users.
  static Result<Archive> open(Disk& disk, std::string directory, const std::string& vfs = "");

  const std::string& directory() const { return directory_; }
  Layout layout() const { return layout_; }
  Catalog& catalog() { return *catalog_; }
  PageStore& pages() { return *pages_; }

  // Opens the index in its current state. In the layout `slots`, which has none, it is empty.
  Result<CdxjReader> index();

  // Returns the snapshot of `url` nearest to `time` (Time::max(): the newest). If this exact URL
  // has none, URLs that archives treat as the same ("www.", letter case, order of parameters) are
  // tried.
  Result<std::optional<Found>> find(std::string_view url, Time time);

  // Returns the snapshot that holds the body of a revisit; `found` itself if it has a body.
  // Errc::not_found if it is not in this archive.
  Result<Found> with_body(const Found& found);

  Result<OpenedRecord> read(const Found& found);

  Archive(Archive&&) noexcept = default;
  Archive& operator=(Archive&&) noexcept = default;

 private:
  friend class ArchiveWriter;
  Archive(Disk& disk, std::string directory, Layout layout, std::unique_ptr<Catalog> catalog,
          std::unique_ptr<PageStore> pages);

  Disk* disk_;
  std::string directory_;
  Layout layout_;
  std::unique_ptr<Catalog> catalog_;
  std::unique_ptr<PageStore> pages_;
};

}  // namespace freshet
