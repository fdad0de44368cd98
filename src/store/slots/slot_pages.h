// The layout `slots`: the latest version of each page, in reusable slots. The blob in a slot is the
// length of the records (8 bytes), the records of one snapshot, and its tags entry. In a catalog
// row `file` and `offset` are the place of the slot, `length` is the length of the blob, and
// `tags_offset` counts from the start of the blob.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "catalog/catalog.h"
#include "store/archive/page_store.h"
#include "store/slots/slot_store.h"
#include "store/write_point.h"

namespace freshet {

class SlotPages final : public PageStore {
 public:
  // The bytes of blobs that may be moved after a batch to keep the files small.
  static constexpr std::uint64_t kTidyBytesMax = std::uint64_t{4} << 20;

  // For readers; nothing may be put.
  SlotPages(Disk& disk, std::string directory);

  // For the writer.
  static Result<std::unique_ptr<SlotPages>> open(Disk& disk, std::string directory,
                                                 Catalog& catalog, AtWritePoint at_point);

  Result<warc::Record> read_main(const std::string& url, const SnapshotRow& row) override;
  Result<warc::Header> read_main_header(const std::string& url, const SnapshotRow& row) override;
  Result<std::string> read_members(const std::string& url, const SnapshotRow& row) override;
  Result<std::optional<TagsEntry>> read_tags(const std::string& url,
                                             const SnapshotRow& row) override;
  Result<std::string> file_name(FileId file) override;
  Result<std::string> warcinfo_id() override { return std::string(); }
  Result<SnapshotRow> put(SnapshotBytes snapshot) override;
  Status put_other(std::string_view) override { return {}; }
  void forget(const SnapshotRow& row) override;
  void erase_forgotten() override { erase_ = Erase::yes; }
  void forget_file(FileId file) override { names_.erase(file); }
  Status sync(Commit& change) override;
  Result<Commit> after_commit() override;
  Status finish() override { return {}; }
  Status close() override;

 private:
  Result<SlotsFileName> slots_file_name(FileId file);
  Result<std::string> read_blob(const std::string& url, const SnapshotRow& row);
  void name_files(Commit& change);
  Result<SnapshotRow> row_of(const std::string& url, const SlotPlace& place);

  Disk& disk_;
  std::string directory_;
  Catalog* catalog_ = nullptr;
  AtWritePoint at_point_;
  std::optional<SlotStore> store_;  // of the writer only
  std::set<FileId> named_;          // by the catalog
  std::vector<SlotPlace> to_free_;
  bool has_tidied_ = false;
  Erase erase_ = Erase::no;
  std::map<FileId, SlotsFileName> names_;  // as they were listed last
};

SlotPlace slot_place_of(const SnapshotRow& row);

// Returns the catalog row of a slots file. Its length is not committed, because every slot tells if
// it is complete.
FileRow slots_row(const SlotsFileName& name);

// The two parts of a blob. Errc::corrupt if they do not fit; `name` is for messages.
struct SlotParts {
  std::string_view members;
  std::string_view tags;
};
Result<SlotParts> slot_parts(std::string_view blob, const std::string& name);

// Derives the catalog row of the snapshot in a blob, without the place of the slot.
Result<NewSnapshot> describe_slot(std::string_view blob, const std::string& name);

// Returns the main record of a snapshot, the last of its members.
Result<warc::Record> last_record(std::string_view members, const std::string& name);

}  // namespace freshet
