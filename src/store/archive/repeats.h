// Remembers recent snapshots by body. The same body under another URL of the host (a print view, an
// error page, an image with two names) becomes a revisit record.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "warc/http_head.h"
#include "warc/snapshot_encoder.h"

namespace freshet {

// The number of snapshots remembered; newer ones replace older ones. About 2 MB when full.
inline constexpr std::size_t kRepeatsMax = 8192;

// Two answers with equal keys are repetitions: everything derived from the body of one holds for
// the other.
struct RepeatKey {
  Sha1Digest payload;
  std::uint64_t context = 0;  // of host, status, Content-Type, Content-Encoding
};

RepeatKey repeat_key(std::string_view host, const warc::HttpHead& http, const Sha1Digest& payload);

// Not thread-safe.
class Repeats {
 public:
  // Returns the snapshot with this body; nullptr if none is remembered. Valid until the next
  // note().
  const warc::RevisitOf* find(const RepeatKey& key) const;

  void note(const RepeatKey& key, warc::RevisitOf original);

  // Call when snapshots may have left the archive.
  void forget() { places_.clear(); }

 private:
  struct Place {
    RepeatKey key;
    warc::RevisitOf original;
  };

  std::vector<Place> places_;  // by a hash of the key; empty until the first note()
};

}  // namespace freshet
