#include "store/maintenance/verify_slots.h"

#include <fmt/format.h>

#include <map>

#include "base/escape.h"
#include "base/memory_file.h"
#include "store/scan_warc.h"
#include "store/slots/slot_pages.h"
#include "store/slots/slot_scan.h"
#include "store/slots/slot_table.h"

namespace freshet {
namespace {

struct ExpectedSlot {
  PageKey page;
  SnapshotRow row;
  bool is_met = false;
};
using Rows = std::map<SlotPlace, ExpectedSlot>;

Result<Rows> read_rows(Archive& archive) {
  Rows rows;
  Status status;
  auto walked = archive.catalog().each_page(std::nullopt, [&](const PageRow& page) {
    auto snapshots = archive.catalog().snapshots(page.id);
    if (!snapshots) {
      status = std::unexpected(snapshots.error());
      return false;
    }
    for (const SnapshotRow& row : *snapshots)
      rows.emplace(slot_place_of(row), ExpectedSlot{.page = page.key, .row = row});
    return true;
  });
  if (!walked) return std::unexpected(walked.error());
  if (!status) return std::unexpected(status.error());
  return rows;
}

// Checks the records and tags in a live slot against its row.
Status check_live(const std::string& blob, const std::string& name, ExpectedSlot& expected,
                  Findings& findings) {
  auto parts = slot_parts(blob, name);
  if (!parts) {
    findings.fault(parts.error().message);
    return {};
  }
  Scripting scripting = Scripting::off;
  if (!parts->tags.empty()) {
    const auto entry = parse_tags_entry(parts->tags, name, blob.size() - parts->tags.size());
    if (entry) scripting = entry->scripting;
    ++findings.verified.tags;
  }
  MemoryFile members{std::string(parts->members)};
  std::optional<ScannedRecord> last;
  auto scanned =
      scan_warc(members, name, parts->members.size(), [&](std::uint64_t) { return scripting; },
                {.record =
                     [&](ScannedRecord record) {
                       ++findings.verified.records;
                       for (const std::string& fault : record.faults) findings.fault(fault);
                       last = std::move(record);
                       return Status();
                     },
                 .damage =
                     [&](const Error& error) {
                       findings.fault(error.message);
                       return Status();
                     }});
  if (!scanned) return scanned;
  if (!last || !last->facts) {
    findings.fault(fmt::format("{}: the slot does not hold a snapshot of a page", name));
    return {};
  }
  ++findings.verified.snapshots;
  SnapshotRow found = last->facts->row.snapshot;
  found.file = expected.row.file;
  found.offset = expected.row.offset;
  found.length = blob.size();
  found.lead = 0;
  found.tags_offset = blob.size() - parts->tags.size();
  found.tags_length = parts->tags.size();
  if (!expected.row.cut) found.cut = false;  // rows of older versions do not record it
  if (found != expected.row || last->facts->row.page != expected.page)
    findings.fault(fmt::format("{}: the row in the catalog does not match the record", name));
  if (last->tags) set_record_offset(*last->tags, 0);
  if (last->tags.value_or("") != parts->tags)
    findings.fault(fmt::format("{}: the tags do not match the page", name));
  return {};
}

// Compares each live slot with its row. If the last writer did not close the store, incomplete
// slots that are not live are its leftovers, not faults: the next writer frees them.
class SlotsCheck {
 public:
  SlotsCheck(Disk& disk, const std::string& directory, Rows& rows, Findings& findings)
      : disk_(disk), directory_(directory), rows_(rows), findings_(findings) {
    const auto table = read_slot_table(disk, directory + "/slots");
    may_be_torn_ = table && !table->closed;
  }

  Status run() {
    auto scanned = scan_slot_store(
        disk_, directory_ + "/slots",
        [&](const SlotsFileName& name, const SlotSeen& seen) {
          status_ = slot(name, seen);
          return status_.has_value();
        },
        [&](const Error& error) {
          if (!may_be_torn_) findings_.fault(error.message);
        });
    return status_ ? scanned : status_;
  }

 private:
  Status slot(const SlotsFileName& name, const SlotSeen& seen) {
    if (!seen.head) {
      const auto row = rows_.lower_bound({.file = name.number, .offset = seen.offset});
      const bool is_live =
          row != rows_.end() && row->first.file == name.number && row->first.offset == seen.offset;
      if (is_live) row->second.is_met = true;
      if (is_live || !may_be_torn_) findings_.fault(seen.head.error().message);
      return {};
    }
    const SlotPlace place{
        .file = name.number, .offset = seen.offset, .length = seen.head->blob_bytes};
    const auto row = rows_.find(place);
    // A used slot without a row was never acknowledged, or was replaced; the next writer frees it.
    if (seen.head->state != SlotState::used || row == rows_.end()) return {};
    row->second.is_met = true;
    const std::string shown = "slots/" + name.text();
    findings_.progress(shown);
    if (!file_ || file_name_ != name) {
      ++findings_.verified.files;
      auto opened = disk_.open(directory_ + "/" + shown, Access::read);
      if (!opened) return std::unexpected(opened.error());
      file_ = *std::move(opened);
      file_name_ = name;
    }
    auto content = read_slot(*file_, name, place);
    if (!content) {
      findings_.fault(content.error().message);
      return {};
    }
    return check_live(content->blob, fmt::format("{}, offset {}", shown, seen.offset), row->second,
                      findings_);
  }

  Disk& disk_;
  const std::string& directory_;
  Rows& rows_;
  Findings& findings_;
  bool may_be_torn_ = false;
  Status status_;
  std::unique_ptr<File> file_;
  SlotsFileName file_name_;
};

}  // namespace

Status verify_slots(Disk& disk, Archive& archive, Findings& findings) {
  auto rows = read_rows(archive);
  if (!rows) return std::unexpected(rows.error());
  if (auto checked = SlotsCheck(disk, archive.directory(), *rows, findings).run(); !checked)
    return checked;
  for (const auto& [place, expected] : *rows) {
    if (expected.is_met) continue;
    findings.fault(
        fmt::format("slots file {}, offset {}: the catalog names {} here, but it is not here",
                    place.file, place.offset, visible(expected.page.url)));
  }
  return {};
}

}  // namespace freshet
