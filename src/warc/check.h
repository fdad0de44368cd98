// Checks of a WARC file without an index: the end of its complete snapshots, and its digests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/digest.h"
#include "base/disk.h"
#include "base/error.h"
#include "warc/reader.h"

namespace freshet::warc {

// A snapshot is a run of records that refer to the same later record (WARC-Concurrent-To), and that
// record. Such a run at the end of the file without its last record is incomplete. Any other record
// is complete by itself: warcinfo, and records that refer to an earlier id.
struct WholeSnapshots {
  std::uint64_t end = 0;  // the offset after the last complete snapshot
  std::uint64_t file_bytes = 0;
  std::uint64_t records = 0;  // before `end`
  std::optional<Error>
      damage;  // that stopped reading; none if only the rest of a snapshot is missing
  bool records_behind = false;  // a readable record follows the damage: not just a torn tail
};

Result<WholeSnapshots> whole_snapshots_end(File& file, const std::string& name);

enum class Verdict {
  absent,     // no digest in the header, or none that applies to the block
  unchecked,  // an unknown algorithm or spelling
  right,
  wrong,
};

// The digests of one record. The payload digest of a revisit is that of another record: absent
// here.
struct RecordCheck {
  RecordPlace place;
  Verdict block = Verdict::absent;
  Verdict payload = Verdict::absent;
  Sha1Digest payload_digest;        // computed; for a revisit, of its block's payload
  std::uint64_t payload_bytes = 0;  // after the HTTP head, if there is one
};

// Reads the record returned by `reader.next()` to its end, in bounded memory.
Result<RecordCheck> check_record(Reader& reader, const RecordHead& head);

}  // namespace freshet::warc
