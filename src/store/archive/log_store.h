// The layout `log`: append-only WARC files, each with a tags file.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "base/random.h"
#include "base/time.h"
#include "catalog/catalog.h"
#include "store/archive/file_ids.h"
#include "store/archive/log_reader.h"
#include "store/archive/page_store.h"
#include "store/write_point.h"
#include "warc/record_packer.h"
#include "warc/snapshot_encoder.h"

namespace freshet {

struct LogStoreOptions {
  std::uint64_t warc_bytes_max = std::uint64_t{1} << 30;  // size at which the next file is started
  std::vector<warc::Field> warcinfo;                      // software, operator, ...
  warc::MemberPacking packing = warc::MemberPacking::igzip;
  AtWritePoint at_point;
};

class LogStore final : public PageStore {
 public:
  // For readers; nothing may be put.
  LogStore(Disk& disk, std::string directory, Catalog& catalog);

  // For the writer. `files` are those of the catalog, cut back to their committed lengths.
  static Result<std::unique_ptr<LogStore>> open(Disk& disk, std::string directory, Catalog& catalog,
                                                const std::vector<FileRow>& files, FileIds& ids,
                                                Clock& clock, Random& random,
                                                const LogStoreOptions& options);

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
    warc::RecordPacker packer;     // of the file that is written to
    std::vector<Growing> growing;  // the last one is written to unless it is full
    Time last_created{};
  };

  Result<Growing*> current();
  Status start_file();
  Status resume(const FileRow& warc, const FileRow& tags);
  Status seal(Growing& growing);
  Status pack(SnapshotBytes& snapshot, std::uint64_t begin);
  void at(WritePoint point) const;

  Disk& disk_;
  std::string directory_;
  LogReader reader_;
  std::unique_ptr<Writing> writing_;
};

}  // namespace freshet
