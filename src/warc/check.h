// What can be told of a WARC file without any index: up to where it holds whole snapshots, and
// whether its digests are right.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/digest.h"
#include "base/disk.h"
#include "base/error.h"
#include "warc/reader.h"

namespace freshet::warc {

// A snapshot is a run of records that name the id of the same record to come (WARC-Concurrent-To),
// and that record. Such a run at the end of the file that lacks its last record is not whole. Any
// other record is whole by itself: warcinfo, and what names an id that came before.
struct WholeSnapshots {
  std::uint64_t end = 0;  // the offset behind the last whole snapshot
  std::uint64_t file_bytes = 0;
  std::uint64_t records = 0;  // before `end`
  std::optional<Error>
      damage;  // what stopped reading; nothing if only a snapshot's rest is missing
  bool records_behind = false;  // a record can be read behind the damage: not just a torn tail
};

Result<WholeSnapshots> whole_snapshots_end(File& file, const std::string& name);

enum class Verdict {
  absent,     // no digest in the header, or none that the block could be compared with
  unchecked,  // an algorithm or spelling that we do not know
  right,
  wrong,
};

// One record, read whole. The payload digest of a revisit is that of another record: absent here.
struct RecordCheck {
  RecordPlace place;
  Verdict block = Verdict::absent;
  Verdict payload = Verdict::absent;
  Sha1Digest payload_digest;        // computed; of a revisit: of what its block holds
  std::uint64_t payload_bytes = 0;  // behind the HTTP head, if there is one
};

// Reads the record that `reader.next()` gave to its end, in bounded memory.
Result<RecordCheck> check_record(Reader& reader, const RecordHead& head);

}  // namespace freshet::warc
