// Reads a WARC of ours from its first record to its last and says of each what the catalog, the
// index and the tags file should say. Reindexing writes that down, verifying compares it.
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

// A record, read whole and checked.
struct ScannedRecord {
  warc::Header header;
  warc::RecordPlace place;
  std::vector<std::string> faults;     // what is wrong with it, a sentence each
  std::optional<SnapshotFacts> facts;  // of a snapshot; with its place in the WARC
  std::optional<std::string> tags;     // the tags entry that it should have, with record offset
  std::optional<ChangeNote> note;      // of a metadata record: what a check found
};

struct ScanVisitor {
  std::function<Status(ScannedRecord)> record;

  // Damage that hides records: what was expected where. The scan goes on behind it.
  std::function<Status(const Error&)> damage;
};

// How the tags of the record at an offset are, or were, read.
using ScriptingOf = std::function<Scripting(std::uint64_t offset)>;

// Reads up to `end`. Fails if the disk does, or the visitor.
Status scan_warc(File& file, const std::string& name, std::uint64_t end,
                 const ScriptingOf& scripting_of, const ScanVisitor& visitor);

// The block of the record that `reader` is at, which has `bytes`: at most kSnapshotBytesMax.
Result<std::string> read_whole_block(warc::Reader& reader, std::uint64_t bytes);

// One record that is already read. `lead` is the length of the snapshot's records before it.
ScannedRecord scan_record(warc::Header header, std::string_view block, warc::RecordPlace place,
                          std::uint64_t lead, const std::string& name, Scripting scripting);

// The records that lead up to a main record: those that name its id, one behind the other.
class LeadTracker {
 public:
  // Tells of the next record; returns the length of what leads up to it.
  std::uint64_t next(const warc::Header& header, std::uint64_t offset);

 private:
  std::string awaited_;
  std::uint64_t begin_ = 0;
};

}  // namespace freshet
