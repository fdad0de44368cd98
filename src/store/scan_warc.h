// Reads a WARC of ours record by record, and derives the row, index line and tags entry that each
// record should have. Reindexing stores them, verifying compares them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/digest.h"
#include "base/disk.h"
#include "base/error.h"
#include "html/tag_index.h"
#include "store/change_note.h"
#include "store/snapshot_facts.h"
#include "warc/reader.h"

namespace freshet {

// A record that was read completely and checked.
struct ScannedRecord {
  warc::Header header;
  warc::RecordPlace place;
  std::vector<std::string> faults;     // a sentence for each fault
  std::optional<SnapshotFacts> facts;  // if it is a snapshot; with its place in the WARC
  std::optional<std::string> tags;     // the tags entry that it should have, with record offset
  std::optional<ChangeNote> note;      // in a metadata record: the result of a check
};

struct ScanVisitor {
  std::function<Status(ScannedRecord)> record;

  // Called for damage that hides records; the error says what was expected and where. The scan
  // continues after it.
  std::function<Status(const Error&)> damage;
};

// Returns the scripting mode with which the record at this offset was, or is to be, parsed.
using ScriptingOf = std::function<Scripting(std::uint64_t offset)>;

// Scans up to `end`. Fails only if the disk or the visitor does.
Status scan_warc(File& file, const std::string& name, std::uint64_t end,
                 const ScriptingOf& scripting_of, const ScanVisitor& visitor);

// Reads the block of the current record of `reader`: `bytes` long, at most kSnapshotBytesMax.
Result<std::string> read_whole_block(warc::Reader& reader, std::uint64_t bytes);

// Derives the same from a record that was read already. `lead` is the length of the records of its
// snapshot before it.
ScannedRecord scan_record(warc::Header header, std::string_view block, warc::RecordPlace place,
                          std::uint64_t lead, const std::string& name, Scripting scripting);

// Measures the lead of a main record: the consecutive records before it that name its id.
class LeadTracker {
 public:
  // Takes the next record and returns the length of its lead.
  std::uint64_t next(const warc::Header& header, std::uint64_t offset);

 private:
  std::string awaited_;
  std::uint64_t begin_ = 0;
};

}  // namespace freshet
