#include "store/maintenance/verify_log.h"

#include <fmt/format.h>

#include <map>
#include <optional>

#include "base/escape.h"
#include "base/hash.h"
#include "store/scan_warc.h"
#include "store/tags_file.h"

namespace freshet {
namespace {

// A row of the catalog, and the hash of its entry in the tags file.
struct ExpectedRecord {
  PageKey page;
  SnapshotRow row;
  std::uint64_t tags_hash = 0;  // of the stored entry; of the empty string if there is none
  Scripting scripting = Scripting::off;
  bool is_met = false;
};

class WarcCheck {
 public:
  WarcCheck(Disk& disk, Archive& archive, const FileRow& warc, const FileRow& tags,
            IndexCheck& index, Findings& findings)
      : disk_(disk),
        archive_(archive),
        warc_(warc),
        tags_(tags),
        index_(index),
        findings_(findings) {}

  Status run();

 private:
  Result<std::unique_ptr<File>> open(const FileRow& row);
  Status read_rows();
  Status read_tags();
  Status record(ScannedRecord scanned);
  void compare_row(const ScannedRecord& scanned, ExpectedRecord& expected);

  Disk& disk_;
  Archive& archive_;
  const FileRow& warc_;
  const FileRow& tags_;
  IndexCheck& index_;
  Findings& findings_;
  std::map<std::uint64_t, ExpectedRecord> rows_;  // by offset of the record
};

// Opens a file that the catalog names; nullptr, with a finding, if it is missing or too short.
Result<std::unique_ptr<File>> WarcCheck::open(const FileRow& row) {
  ++findings_.verified.files;
  auto file = disk_.open(archive_.directory() + "/" + row.name, Access::read);
  if (!file && file.error().code == Errc::not_found)
    file =
        disk_.open(archive_.directory() + "/" + std::string(without_open(row.name)), Access::read);
  if (!file && file.error().code == Errc::not_found) {
    findings_.fault(fmt::format("{}: the file is missing", row.name));
    return std::unique_ptr<File>();
  }
  if (!file) return file;
  auto size = (*file)->size();
  if (!size) return std::unexpected(size.error());
  if (*size < row.committed) {
    findings_.fault(fmt::format("{}: the file has {} bytes, but {} were committed", row.name, *size,
                                row.committed));
  } else if (*size > row.committed && row.sealed) {
    findings_.fault(fmt::format("{}, offset {}: {} bytes after the committed end", row.name,
                                row.committed, *size - row.committed));
  }
  return file;
}

Status WarcCheck::read_rows() {
  return archive_.catalog().each_snapshot_in(warc_.id, [&](const PageKey& page,
                                                           const SnapshotRow& row) {
    rows_.emplace(row.offset, ExpectedRecord{.page = page, .row = row, .tags_hash = hash64("")});
    return true;
  });
}

// The entries must fill the file, and each must belong to the record that it names, at the place in
// its row.
Status WarcCheck::read_tags() {
  auto file = open(tags_);
  if (!file) return std::unexpected(file.error());
  if (!*file) return {};
  std::uint64_t end = kTagsFileHeadBytes;
  Status status;
  auto scanned = scan_tags(**file, tags_.name, tags_.committed, [&](const TagsSeen& seen) {
    if (!seen.entry) {
      findings_.fault(seen.entry.error().message);
      return true;
    }
    ++findings_.verified.tags;
    end = seen.offset + seen.length;
    const auto row = rows_.find(seen.entry->record_offset);
    if (row == rows_.end() || row->second.row.tags_offset != seen.offset ||
        row->second.row.tags_length != seen.length) {
      findings_.fault(
          fmt::format("{}, offset {}: the entry of record {} is not at its place in the catalog",
                      tags_.name, seen.offset, seen.entry->record_offset));
      return true;
    }
    std::string entry(seen.length, '\0');
    auto got = (*file)->read(seen.offset, entry);
    if (!got) status = std::unexpected(got.error());
    row->second.scripting = seen.entry->scripting;
    row->second.tags_hash = hash64(entry);
    return status.has_value();
  });
  if (!status) return status;
  if (!scanned && scanned.error().code != Errc::corrupt) return scanned;
  if (!scanned) {
    findings_.fault(scanned.error().message);
  } else if (end != tags_.committed) {
    findings_.fault(fmt::format("{}, offset {}: the entries end here, but {} bytes were committed",
                                tags_.name, end, tags_.committed));
  }
  return {};
}

void WarcCheck::compare_row(const ScannedRecord& scanned, ExpectedRecord& expected) {
  expected.is_met = true;
  SnapshotRow found = scanned.facts->row.snapshot;
  found.file = expected.row.file;
  found.tags_offset = expected.row.tags_offset;
  found.tags_length = expected.row.tags_length;
  // All records of a foreign WARC count as imported. Rows of older versions do not record
  // truncation.
  if (!warc_id(warc_.name)) found.imported = expected.row.imported;
  if (!expected.row.cut) found.cut = false;
  if (found != expected.row || scanned.facts->row.page != expected.page) {
    findings_.fault(fmt::format("{}, offset {}: the row in the catalog does not match the record",
                                warc_.name, scanned.place.offset));
  }
  if (expected.tags_hash != hash64(scanned.tags.value_or(""))) {
    findings_.fault(fmt::format("{}: the tags of the record at {} of {} do not match its page",
                                tags_.name, scanned.place.offset, warc_.name));
  }
}

Status WarcCheck::record(ScannedRecord scanned) {
  ++findings_.verified.records;
  findings_.progress(warc_.name);
  for (const std::string& fault : scanned.faults) findings_.fault(fault);
  if (!scanned.facts) return {};
  ++findings_.verified.snapshots;
  const auto row = rows_.find(scanned.place.offset);
  if (row == rows_.end()) {
    findings_.fault(fmt::format("{}, offset {}: the catalog does not name this snapshot of {}",
                                warc_.name, scanned.place.offset,
                                visible(scanned.facts->row.page.url)));
  } else {
    compare_row(scanned, row->second);
  }
  return index_.expect(scanned.facts->line);
}

Status WarcCheck::run() {
  if (auto read = read_rows(); !read) return read;
  if (auto read = read_tags(); !read) return read;
  auto file = open(warc_);
  if (!file) return std::unexpected(file.error());
  if (*file) {
    auto scanned =
        scan_warc(**file, warc_.name, warc_.committed,
                  [&](std::uint64_t offset) {
                    const auto row = rows_.find(offset);
                    return row == rows_.end() ? Scripting::off : row->second.scripting;
                  },
                  {.record = [&](ScannedRecord found) { return record(std::move(found)); },
                   .damage =
                       [&](const Error& error) {
                         findings_.fault(error.message);
                         return Status();
                       }});
    if (!scanned) return scanned;
  }
  for (const auto& [offset, expected] : rows_) {
    if (expected.is_met) continue;
    findings_.fault(
        fmt::format("{}, offset {}: the catalog names a snapshot of {} here, but there is none",
                    warc_.name, offset, visible(expected.page.url)));
  }
  return {};
}

}  // namespace

Status verify_warc(Disk& disk, Archive& archive, const FileRow& warc, const FileRow& tags,
                   IndexCheck& index, Findings& findings) {
  return WarcCheck(disk, archive, warc, tags, index, findings).run();
}

}  // namespace freshet
