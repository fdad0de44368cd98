// Near-duplicates in a stream of texts: each text is compared with the earlier originals.
//
// The first text of its kind is an original. A later text that resembles an original from a
// threshold on is its duplicate, and takes no memory. Resemblance is estimated from sketches, so
// the memory is about a kilobyte for an original, whatever its length. Duplicates are not compared
// with each other: a chain of small steps does not make its ends duplicates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "similar/lsh.h"
#include "similar/min_hash.h"

namespace freshet {

// From this resemblance on two texts say the same.
inline constexpr double kDuplicateResemblance = 0.9;

// Not thread-safe.
class NearDuplicates {
 public:
  // `threshold`: 0 to 1.
  explicit NearDuplicates(double threshold = kDuplicateResemblance);

  // Adds text `id`. Returns the id of the original that it repeats, the most similar one and of
  // equals the earliest; nothing if the text is an original.
  std::optional<std::uint32_t> add(std::uint32_t id, const MinHash& sketch);

  std::size_t originals() const { return originals_.size(); }

 private:
  struct Original {
    std::uint32_t id;
    MinHash sketch;
  };

  double threshold_;
  LshIndex index_;
  std::vector<Original> originals_;  // by their number in the index
};

}  // namespace freshet
