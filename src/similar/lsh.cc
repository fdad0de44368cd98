#include "similar/lsh.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "similar/mix.h"

namespace freshet {
namespace {

constexpr int kSteps = 200;  // of the numeric integral over similarities

double error_of(Bands bands, double threshold) {
  double error = 0;
  for (int i = 0; i < kSteps; ++i) {
    const double similarity = (i + 0.5) / kSteps;
    const double meet = meeting_probability(bands, similarity);
    error += similarity < threshold ? meet : kMissWeight * (1 - meet);
  }
  return error;
}

}  // namespace

double meeting_probability(Bands bands, double similarity) {
  const double one_band = std::pow(similarity, static_cast<double>(bands.rows));
  return 1 - std::pow(1 - one_band, static_cast<double>(bands.bands));
}

Bands choose_bands(double threshold) {
  require(threshold >= 0 && threshold <= 1, "a similarity is from 0 to 1");
  Bands best{.bands = kMinHashes, .rows = 1};
  double least = error_of(best, threshold);
  for (std::size_t rows = 2; rows <= kMinHashes; ++rows) {
    // For given rows, more bands only add candidates; all counts are tried, since few may be best.
    for (std::size_t count = 1; count * rows <= kMinHashes; ++count) {
      const Bands bands{.bands = count, .rows = rows};
      const double error = error_of(bands, threshold);
      if (error >= least) continue;
      least = error;
      best = bands;
    }
  }
  return best;
}

LshIndex::LshIndex(Bands bands) : bands_(bands) {
  require(bands.bands > 0 && bands.rows > 0 && bands.bands * bands.rows <= kMinHashes,
          "bands are cut from one sketch");
}

std::uint64_t LshIndex::key(const MinHash& sketch, std::size_t band) const {
  std::uint64_t key = band;
  for (std::size_t row = 0; row < bands_.rows; ++row)
    key = mix64(key ^ sketch.least[band * bands_.rows + row]) + row;
  return key;
}

void LshIndex::insert(const MinHash& sketch) {
  for (std::size_t band = 0; band < bands_.bands; ++band)
    buckets_[key(sketch, band)].push_back(size_);
  ++size_;
}

std::vector<std::uint32_t> LshIndex::candidates(const MinHash& sketch) const {
  std::vector<std::uint32_t> found;
  for (std::size_t band = 0; band < bands_.bands; ++band) {
    const auto bucket = buckets_.find(key(sketch, band));
    if (bucket != buckets_.end())
      found.insert(found.end(), bucket->second.begin(), bucket->second.end());
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

}  // namespace freshet
