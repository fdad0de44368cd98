// The layout `log`: append-only WARC files, each with a tags file.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "base/random.h"
#include "base/time.h"
#include "catalog/catalog.h"
#include "store/archive/file_ids.h"
#include "store/archive/page_store.h"
#include "store/write_point.h"
#include "warc/snapshot_encoder.h"

namespace freshet {

struct LogStoreOptions {
  std::uint64_t warc_bytes_max = std::uint64_t{1} << 30;  // size at which the next file is started
  std::vector<warc::Field> warcinfo;                      // software, operator, ...
  AtWritePoint at_point;
};

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
  Status open(Opened& opened);

  Disk& disk_;
  std::string directory_;
  Catalog& catalog_;
  std::map<FileId, Opened> files_;
  std::map<FileId, FileId> tags_of_;  // by WARC
};

class LogStore final : public PageStore {
 public:
  // For readers; nothing may be put.
  LogStore(Disk& disk, std::string directory, Catalog& catalog);

  // For the writer. `files` are those of the catalog, cut back to their committed lengths.
  static Result<std::unique_ptr<LogStore>> open(Disk& disk, std::string directory, Catalog& catalog,
                                                const std::vector<FileRow>& files, FileIds& ids,
                                                Clock& clock, Random& random,
                                                LogStoreOptions options);

  Result<warc::Record> read_main(const std::string& url, const SnapshotRow& row) override;
  Result<warc::Header> read_main_header(const std::string& url, const SnapshotRow& row) override;
  Result<std::string> read_members(const std::string& url, const SnapshotRow& row) override;
  Result<std::optional<TagsEntry>> read_tags(const std::string& url,
                                             const SnapshotRow& row) override;
  Result<std::string> file_name(FileId file) override;
  Result<std::string> warcinfo_id() override;
  Result<SnapshotRow> put(SnapshotBytes snapshot) override;
  Status put_other(std::string_view member) override;
  void forget(const SnapshotRow&) override {}
  void erase_forgotten() override {}
  void forget_file(FileId file) override { reader_.forget(file); }
  Status sync(Commit& change) override;
  Result<Commit> after_commit() override;
  Status finish() override;
  Status close() override { return {}; }

 private:
  // A WARC being written, and its tags file.
  struct Growing {
    FileRow warc;
    FileRow tags;
    std::unique_ptr<File> warc_file;
    std::unique_ptr<File> tags_file;
    std::string warcinfo_id;
    bool is_new = false;   // its directory is not synced yet
    bool is_full = false;  // to be sealed
  };

  struct Writing {
    FileIds& ids;
    Clock& clock;
    Random& random;
    LogStoreOptions options;
    warc::SnapshotEncoder encoder;
    std::vector<Growing> growing;  // the last one is written to unless it is full
    Time last_created{};
  };

  Result<Growing*> current();
  Status start_file();
  Status resume(const FileRow& warc, const FileRow& tags);
  Status seal(Growing& growing);
  void at(WritePoint point) const;

  Disk& disk_;
  std::string directory_;
  LogReader reader_;
  std::unique_ptr<Writing> writing_;
};

}  // namespace freshet
