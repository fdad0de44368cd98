// Locality-sensitive hashing: finds sets that are probably similar to a given one without comparing
// all.
//
// The 128 numbers of a MinHash are cut into b bands of r rows. Sets that agree in all rows of a
// band are candidates; with similarity s that happens with probability 1 - (1 - s^r)^b, a curve
// that rises steeply at about (1/b)^(1/r) (Leskovec, Rajaraman and Ullman, "Mining of massive
// datasets", chapter 3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "similar/min_hash.h"

namespace freshet {

struct Bands {
  std::size_t bands;  // b
  std::size_t rows;   // r; b r is at most kMinHashes

  bool operator==(const Bands&) const = default;
};

// Returns the probability that two sets of this similarity agree in a band.
double meeting_probability(Bands bands, double similarity);

// Returns the bands with the least error around `threshold` (0 to 1): the share of pairs below it
// that become candidates and of pairs above it that do not, uniform over all similarities. A missed
// pair is lost while a false one is only compared, so misses weigh `kMissWeight` times as much.
Bands choose_bands(double threshold);
inline constexpr double kMissWeight = 9.0;

// Sets by their bands. Ids are assigned in order of insertion, from 0.
class LshIndex {
 public:
  explicit LshIndex(Bands bands);

  void insert(const MinHash& sketch);

  // Returns the ids of the sets that agree with it in some band, ascending, unique.
  std::vector<std::uint32_t> candidates(const MinHash& sketch) const;

  std::size_t size() const { return size_; }

 private:
  std::uint64_t key(const MinHash& sketch, std::size_t band) const;

  Bands bands_;
  std::uint32_t size_ = 0;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> buckets_;
};

}  // namespace freshet
