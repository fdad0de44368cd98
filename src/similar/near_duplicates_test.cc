#include "similar/near_duplicates.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "similar/shingles.h"

namespace freshet {
namespace {

// Returns `count` words out of a vocabulary of 5,000.
std::vector<std::string> random_words(Random& random, std::size_t count) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < count; ++i) words.push_back("w" + std::to_string(random.below(5000)));
  return words;
}

MinHash sketch_of(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + " ";
  return min_hash(word_shingle_set(text));
}

TEST(NearDuplicates, NamesTheOriginalOfATextThatDiffersInOneWord) {
  Random random(1);
  NearDuplicates seen;
  for (std::uint32_t id = 0; id < 200; id += 2) {
    std::vector<std::string> words = random_words(random, 400);
    EXPECT_EQ(seen.add(id, sketch_of(words)), std::nullopt);
    words[random.below(words.size())] = "other";
    EXPECT_EQ(seen.add(id + 1, sketch_of(words)), id);
  }
  EXPECT_EQ(seen.originals(), 100u);
}

TEST(NearDuplicates, LetsTextsStandThatShareHalfOfTheirWords) {
  Random random(2);
  NearDuplicates seen;
  const std::vector<std::string> frame = random_words(random, 200);
  for (std::uint32_t id = 0; id < 50; ++id) {
    std::vector<std::string> words = frame;
    const std::vector<std::string> own = random_words(random, 200);
    words.insert(words.end(), own.begin(), own.end());
    EXPECT_EQ(seen.add(id, sketch_of(words)), std::nullopt) << id;
  }
}

TEST(NearDuplicates, ComparesWithOriginalsOnlySoThatAChainOfSmallStepsEnds) {
  Random random(3);
  NearDuplicates seen;
  std::vector<std::string> words = random_words(random, 400);
  std::size_t originals = 0;
  for (std::uint32_t id = 0; id < 100; ++id) {
    originals += !seen.add(id, sketch_of(words));
    for (std::size_t i = 0; i < 4; ++i) words[id * 4 + i] = "step" + std::to_string(id * 4 + i);
  }
  EXPECT_GT(originals, 3u);
  EXPECT_LT(originals, 60u);
}

TEST(NearDuplicates, TakesEmptyTextsForOneText) {
  NearDuplicates seen;
  EXPECT_EQ(seen.add(7, min_hash({})), std::nullopt);
  EXPECT_EQ(seen.add(8, min_hash({})), 7u);
}

}  // namespace
}  // namespace freshet
