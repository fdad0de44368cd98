// An archive, open to be read. Readers change nothing; any number of them may run beside the one
// writer (archive_writer.h), and see what it has committed. Design: docs/design/store.md.
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

// A snapshot of a page, found.
struct Found {
  PageRow page;
  SnapshotRow snapshot;
};

// A record with its block taken apart. The views of the payload point into it.
struct OpenedRecord {
  warc::Record record;
  warc::HttpHead http;  // empty if the block is no HTTP message

  std::string_view payload() const {
    return std::string_view(record.block).substr(http.payload_begin);
  }
};

// Not thread-safe; open one for each thread.
class Archive {
 public:
  // `vfs` is SQLite's name of the file layer, for tests. Errors are one sentence for people.
  static Result<Archive> open(Disk& disk, std::string directory, const std::string& vfs = "");

  const std::string& directory() const { return directory_; }
  Layout layout() const { return layout_; }
  Catalog& catalog() { return *catalog_; }
  PageStore& pages() { return *pages_; }

  // The index as it is now. Of the layout `slots`, which has none, it is empty.
  Result<CdxjReader> index();

  // The snapshot of `url` nearest to `time` (Time::max(): the newest): of exactly this URL, or else
  // of one that archives take for the same ("www.", letter case, order of parameters).
  Result<std::optional<Found>> find(std::string_view url, Time time);

  // The snapshot whose body a revisit stands for; `found` itself if it has one. Errc::not_found if
  // it is not in this archive.
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
