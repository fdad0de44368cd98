#include "similar/min_hash.h"

#include <algorithm>

#include "similar/mix.h"

namespace freshet {
namespace {

constexpr std::uint32_t kEmpty = 0xffffffff;
constexpr unsigned kBinBits = 7;
static_assert(kMinHashes == std::size_t{1} << kBinBits);

constexpr std::size_t bin_of(std::uint64_t shingle) { return shingle >> (64 - kBinBits); }

// Takes the bits below those of the bin; never kEmpty.
constexpr std::uint32_t value_of(std::uint64_t shingle) {
  return std::min(static_cast<std::uint32_t>(shingle >> (32 - kBinBits)), kEmpty - 1);
}

// Returns the bin from which empty bin `bin` borrows at its `attempt`th attempt.
constexpr std::size_t lender(std::size_t bin, std::size_t attempt) {
  return bin_of(mix64(bin + attempt * 0x9e3779b97f4a7c15));
}

}  // namespace

MinHash min_hash(std::span<const std::uint64_t> shingles) {
  MinHash sketch;
  sketch.least.fill(kEmpty);
  for (const std::uint64_t shingle : shingles) {
    std::uint32_t& least = sketch.least[bin_of(shingle)];
    least = std::min(least, value_of(shingle));
  }
  if (shingles.empty()) return sketch;
  const std::array<std::uint32_t, kMinHashes> own = sketch.least;
  for (std::size_t bin = 0; bin < kMinHashes; ++bin) {
    for (std::size_t attempt = 1; sketch.least[bin] == kEmpty; ++attempt)
      sketch.least[bin] = own[lender(bin, attempt)];
  }
  return sketch;
}

double resemblance(const MinHash& a, const MinHash& b) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < kMinHashes; ++i) equal += a.least[i] == b.least[i];
  return static_cast<double>(equal) / static_cast<double>(kMinHashes);
}

}  // namespace freshet
