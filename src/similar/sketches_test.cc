// MinHash, SimHash and the bands over MinHashes, on random sets.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "base/random.h"
#include "similar/lsh.h"
#include "similar/min_hash.h"
#include "similar/sim_hash.h"

namespace freshet {
namespace {

using Set = std::vector<std::uint64_t>;

struct Pair {
  Set a, b;
  double similarity;  // exactly
};

// Returns two random sets of `size` with about this similarity.
Pair random_pair(Random& random, std::size_t size, double similarity) {
  const auto common =
      static_cast<std::size_t>(2 * static_cast<double>(size) * similarity / (1 + similarity));
  Pair pair;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint64_t shingle = random.next();
    pair.a.push_back(shingle);
    pair.b.push_back(i < common ? shingle : random.next());
  }
  pair.similarity = static_cast<double>(common) / static_cast<double>(2 * size - common);
  return pair;
}

// The naive version: the definition by sets and maps.
std::vector<std::uint32_t> naive_min_hash(const Set& shingles) {
  std::map<std::size_t, std::set<std::uint64_t>> bins;
  for (const std::uint64_t shingle : shingles)
    bins[shingle / (std::uint64_t{1} << 57)].insert(shingle % (std::uint64_t{1} << 57) >> 25);
  std::vector<std::uint32_t> least(kMinHashes, 0xffffffff);
  for (const auto& [bin, values] : bins) least[bin] = static_cast<std::uint32_t>(*values.begin());
  return least;
}

TEST(MinHash, KeepsTheLeastOfEachBin) {
  Random random(1);
  for (const std::size_t size : {0u, 1u, 3u, 50u, 1000u, 20000u}) {
    Set shingles;
    for (std::size_t i = 0; i < size; ++i) shingles.push_back(random.next());
    const MinHash sketch = min_hash(shingles);
    const auto naive = naive_min_hash(shingles);
    const std::set<std::uint32_t> kept(naive.begin(), naive.end());
    for (std::size_t bin = 0; bin < kMinHashes; ++bin) {
      if (naive[bin] != 0xffffffff) {
        ASSERT_EQ(sketch.least[bin], naive[bin]) << size << " " << bin;
      } else {
        ASSERT_TRUE(kept.contains(sketch.least[bin])) << "an empty bin borrows";
        ASSERT_EQ(sketch.least[bin] == 0xffffffff, size == 0);
      }
    }
  }
}

TEST(MinHash, SharesAsMuchAsTheSetsOverlap) {
  Random random(2);
  struct Case {
    std::size_t size;
    double off;  // permitted ratio of the error to the theoretical one
  };
  for (const Case c : {Case{60, 1.8}, Case{800, 1.25}, Case{5000, 1.2}}) {
    for (const double similarity : {0.3, 0.5, 0.9}) {
      constexpr int kRounds = 400;
      double error = 0, bias = 0, exact = 0;
      for (int round = 0; round < kRounds; ++round) {
        const Pair pair = random_pair(random, c.size, similarity);
        const double found = resemblance(min_hash(pair.a), min_hash(pair.b));
        error += std::pow(found - pair.similarity, 2);
        bias += found - pair.similarity;
        exact = pair.similarity;
      }
      const double theory = std::sqrt(exact * (1 - exact) / kMinHashes);
      EXPECT_LT(std::sqrt(error / kRounds), c.off * theory) << c.size << " " << similarity;
      EXPECT_LT(std::abs(bias / kRounds), 0.2 * theory) << c.size << " " << similarity;
    }
  }
}

TEST(MinHash, OfEqualSetsIsEqualWhateverOrderAndRepetition) {
  const Set a = {5ULL << 60, 7ULL << 55, 9}, b = {9, 9, 7ULL << 55, 5ULL << 60};
  EXPECT_EQ(min_hash(a), min_hash(b));
  EXPECT_EQ(resemblance(min_hash(a), min_hash(b)), 1.0);
  EXPECT_EQ(resemblance(min_hash({}), min_hash({})), 1.0);
  EXPECT_EQ(resemblance(min_hash(a), min_hash({})), 0.0);
}

std::uint64_t naive_sim_hash(const Set& shingles) {
  std::uint64_t hash = 0;
  for (int bit = 0; bit < 64; ++bit) {
    long balance = 0;
    for (const std::uint64_t shingle : shingles) balance += (shingle >> bit & 1) != 0 ? 1 : -1;
    if (balance > 0) hash |= std::uint64_t{1} << bit;
  }
  return hash;
}

TEST(SimHash, IsTheMajorityOfEachBit) {
  Random random(3);
  for (const std::size_t size : {0u, 1u, 2u, 254u, 255u, 256u, 1000u}) {
    Set shingles;
    for (std::size_t i = 0; i < size; ++i) shingles.push_back(random.next());
    EXPECT_EQ(sim_hash(shingles), naive_sim_hash(shingles)) << size;
  }
  EXPECT_EQ(sim_hash(Set(1000, ~std::uint64_t{0})), ~std::uint64_t{0});
}

TEST(SimHash, DiffersInFewBitsWhereSetsNearlyAgree) {
  Random random(4);
  const Pair near = random_pair(random, 2000, 0.99), far = random_pair(random, 2000, 0.1);
  EXPECT_LE(different_bits(sim_hash(near.a), sim_hash(near.b)), 6);
  EXPECT_GE(different_bits(sim_hash(far.a), sim_hash(far.b)), 12);
}

TEST(Lsh, ChoosesBandsWhoseCurveRisesAtTheThreshold) {
  for (const double threshold : {0.2, 0.5, 0.7, 0.8, 0.9, 0.95}) {
    const Bands bands = choose_bands(threshold);
    EXPECT_LE(bands.bands * bands.rows, kMinHashes);
    EXPECT_LT(meeting_probability(bands, threshold - 0.2), 0.5) << threshold;
    EXPECT_GT(meeting_probability(bands, threshold + 0.05), 0.9) << threshold;
  }
  EXPECT_EQ(choose_bands(0), (Bands{.bands = 128, .rows = 1}));
}

TEST(Lsh, FindsWhatComparingAllFinds) {
  Random random(5);
  const double threshold = 0.7;
  std::vector<MinHash> sketches;
  for (int i = 0; i < 60; ++i) {
    const Pair pair = random_pair(random, 500, i < 30 ? 0.9 : 0.3);
    sketches.push_back(min_hash(pair.a));
    sketches.push_back(min_hash(pair.b));
  }
  std::set<std::pair<std::size_t, std::size_t>> naive, found;
  for (std::size_t b = 0; b < sketches.size(); ++b)
    for (std::size_t a = 0; a < b; ++a)
      if (resemblance(sketches[a], sketches[b]) >= threshold) naive.insert({a, b});
  LshIndex index(choose_bands(threshold));
  std::size_t candidates = 0;
  for (std::size_t b = 0; b < sketches.size(); ++b) {
    for (const std::uint32_t a : index.candidates(sketches[b])) {
      ++candidates;
      if (resemblance(sketches[a], sketches[b]) >= threshold) found.insert({a, b});
    }
    index.insert(sketches[b]);
  }
  EXPECT_EQ(naive.size(), 30u);
  EXPECT_EQ(found, naive);
  EXPECT_LT(candidates, 60u) << "hardly any pair is compared in vain";
}

}  // namespace
}  // namespace freshet
