// The crawl loop in a world where things go wrong, by the seed.
#include "seeded_crawl.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "testkit/scratch.h"

namespace freshet {
namespace {

constexpr std::uint64_t kSeeds = 48;  // more: simulate FIRST COUNT
constexpr std::uint64_t kShards = 4;  // tests that run beside each other

class SeededCrawlTest : public testing::TestWithParam<std::uint64_t> {};

TEST_P(SeededCrawlTest, KeepsItsPromises) {
  const Scratch scratch;
  int faults = 0;
  for (std::uint64_t seed = GetParam(); seed < kSeeds; seed += kShards) {
    const std::string directory = scratch / std::to_string(seed);
    const SeededCrawl done = run_seeded_crawl(seed, directory);
    std::filesystem::remove_all(directory);
    EXPECT_TRUE(done.complaints.empty()) << done.text() << "\n  again with: simulate " << seed;
    EXPECT_GE(done.hosts, 50U);
    EXPECT_GE(done.fault_count(), 20) << done.text();
    faults += done.fault_count();
  }
  std::cout << kSeeds / kShards << " seeds, " << faults << " faults fired\n";
}

INSTANTIATE_TEST_SUITE_P(Shards, SeededCrawlTest, testing::Range<std::uint64_t>(0, kShards));

TEST(SeededCrawlHistoryTest, IsTheSameForTheSameSeed) {
  for (const std::uint64_t seed : {3u, 8u}) {
    const Scratch scratch;
    const SeededCrawl first = run_seeded_crawl(seed, scratch / "first");
    const SeededCrawl second = run_seeded_crawl(seed, scratch / "second");
    EXPECT_EQ(first.history, second.history) << seed;
    EXPECT_NE(first.history, 0U);
    EXPECT_EQ(first.text(), second.text());
  }
}

}  // namespace
}  // namespace freshet
