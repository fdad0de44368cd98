// What was kept lately, by its body. The same body under another URL of its host (a print view, a
// page for what is not there, an image under two names) becomes a revisit record.
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

// So many are remembered; a newer one takes the place of an older one. About 2 MB when full.
inline constexpr std::size_t kRepeatsMax = 8192;

// In which respects an answer must be like another to be a repetition of it: then whatever is read
// off the body of the one holds for the other.
struct RepeatKey {
  Sha1Digest payload;
  std::uint64_t context = 0;  // of host, status, Content-Type, Content-Encoding
};

RepeatKey repeat_key(std::string_view host, const warc::HttpHead& http, const Sha1Digest& payload);

// Not thread-safe.
class Repeats {
 public:
  // The snapshot with the body; nullptr if none is remembered. It is good until the next note().
  const warc::RevisitOf* find(const RepeatKey& key) const;

  void note(const RepeatKey& key, warc::RevisitOf original);

  // What is remembered may not be in the archive any more.
  void forget() { places_.clear(); }

 private:
  struct Place {
    RepeatKey key;
    warc::RevisitOf original;
  };

  std::vector<Place> places_;  // by a hash of the key; empty until the first is noted
};

}  // namespace freshet
