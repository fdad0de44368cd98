#include "simulation/system_run.h"

#include <gtest/gtest.h>

#include "testkit/scratch.h"

namespace freshet {
namespace {

// For more seeds: build/dev/system_seeds 1 20.
TEST(SystemRunTest, ContentSystemsAreFoundWholeAndTheirNoiseCostsLittle) {
  std::uint64_t pages = 0;
  std::uint64_t found = 0;
  for (const std::uint64_t seed : {3u, 22u, 23u, 24u}) {
    const Scratch scratch;
    const auto score = crawl_systems(seed, scratch / "a");
    ASSERT_TRUE(score) << score.error().message;
    pages += score->system_pages;
    found += score->system_pages_found;
    EXPECT_LE(score->wasted_per_page(), 2) << score->text();
    EXPECT_LE(score->letter_trap_most, kLetterTrapGrant) << score->text();
    EXPECT_TRUE(score->is_perfect()) << score->text();
  }
  EXPECT_GT(pages, 2'000U);
  EXPECT_GE(found * 100, pages * 99) << found << " of " << pages;
}

}  // namespace
}  // namespace freshet
