// Reads records and tags in the layout `log`.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "store/tags_file.h"
#include "warc/reader.h"
#include "warc/reference_reader.h"

namespace freshet {

// Reads the WARC and tags files that the catalog names. Keeps up to kOpenFilesMax files open.
class LogReader {
 public:
  static constexpr std::size_t kOpenFilesMax = 64;

  LogReader(Disk& disk, std::string directory, Catalog& catalog)
      : disk_(disk), directory_(std::move(directory)), catalog_(catalog) {}

  Result<std::string> name_of(FileId file);
  Result<warc::Record> read_main(const SnapshotRow& row);
  Result<warc::Header> read_main_header(const SnapshotRow& row);
  Result<std::string> read_members(const SnapshotRow& row);
  Result<std::optional<TagsEntry>> read_tags(const SnapshotRow& row);

  // Adds a file that the catalog does not name yet, or names differently.
  void know(const FileRow& row);
  void forget(FileId id);

 private:
  struct Opened {
    FileRow row;
    std::unique_ptr<File> file;  // opened when first asked for
  };
  Result<Opened*> file(FileId id);
  Result<Opened*> tags_of(FileId warc);
  Status learn_files();
  warc::SharedReferences references_in(FileId file);
  Result<std::string> as_gzip_members(Opened& opened, std::uint64_t begin,
                                      std::string_view members);
  Status open(Opened& opened);

  Disk& disk_;
  std::string directory_;
  Catalog& catalog_;
  std::map<FileId, Opened> files_;
  std::map<FileId, FileId> tags_of_;  // by WARC
  warc::ReferenceReader references_;  // of all files
};

}  // namespace freshet
