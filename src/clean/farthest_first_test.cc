#include "clean/farthest_first.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace freshet {
namespace {

// Pages of a few templates: copies with random edits, and some unrelated ones.
std::vector<TagSequence> random_pages(Random& random) {
  const auto some_tags = [&](std::size_t length_max, std::uint64_t letters) {
    std::vector<std::uint32_t> tags(random.below(length_max + 1));
    for (std::uint32_t& tag : tags) tag = static_cast<std::uint32_t>(random.below(letters));
    return tags;
  };
  const std::uint64_t letters = 1 + random.below(15);
  std::vector<std::vector<std::uint32_t>> templates;
  for (std::uint64_t i = 1 + random.below(6); i > 0; --i)
    templates.push_back(some_tags(60, letters));
  std::vector<TagSequence> pages;
  for (std::uint64_t i = random.below(60); i > 0; --i) {
    std::vector<std::uint32_t> tags = random.with_probability(0.1)
                                          ? some_tags(60, letters)
                                          : templates[random.below(templates.size())];
    for (std::uint64_t edits = random.below(6); edits > 0 && !tags.empty(); --edits)
      tags[random.below(tags.size())] = static_cast<std::uint32_t>(random.below(letters));
    pages.emplace_back(std::move(tags));
  }
  return pages;
}

TEST(FarthestFirstTest, ReturnsWhatThePlainAlgorithmReturns) {
  Random random(16);
  std::uint64_t fast = 0, plain = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::vector<TagSequence> pages = random_pages(random);
    const std::size_t k = random.below(20);
    ASSERT_EQ(farthest_first(pages, k, fast), plain_farthest_first(pages, k, plain)) << i;
  }
  EXPECT_LT(fast, plain / 2);
}

TEST(FarthestFirstTest, ClustersNothingAndEqualPages) {
  std::uint64_t distances = 0;
  EXPECT_EQ(farthest_first({}, 5, distances), Clusters{});
  const std::vector<TagSequence> alike(10, TagSequence({1, 2, 3}));
  const Clusters clusters = farthest_first(alike, 5, distances);
  EXPECT_EQ(clusters.centres, std::vector<std::size_t>{0});
  EXPECT_EQ(distances, 0U);
}

TEST(FarthestFirstTest, SeparatesTemplates) {
  const std::vector<TagSequence> pages = {TagSequence({1, 2, 3, 4}), TagSequence({7, 8, 9, 9}),
                                          TagSequence({1, 2, 3, 5}), TagSequence({7, 8, 9})};
  std::uint64_t distances = 0;
  const Clusters clusters = farthest_first(pages, 2, distances);
  EXPECT_EQ(clusters.owner, (std::vector<std::size_t>{0, 1, 0, 1}));
}

}  // namespace
}  // namespace freshet
