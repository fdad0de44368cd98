#include "simulation/system_run.h"

#include <gtest/gtest.h>

#include "testkit/scratch.h"

namespace freshet {
namespace {

// More seeds: build/dev/system_seeds 1 20.
TEST(SystemRunTest, ContentSystemsAreFoundWholeAndTheirNoiseCostsLittle) {
  for (const std::uint64_t seed : {3, 21}) {
    const Scratch scratch;
    const auto score = crawl_systems(seed, scratch / "a");
    ASSERT_TRUE(score) << score.error().message;
    EXPECT_GT(score->system_pages, 400U);
    EXPECT_GE(score->system_pages_found * 100, score->system_pages * 99) << score->text();
    EXPECT_LE(score->wasted_per_page(), 2) << score->text();
    EXPECT_LE(score->letter_trap_most, kLetterTrapGrant) << score->text();
    EXPECT_TRUE(score->is_perfect()) << score->text();
  }
}

}  // namespace
}  // namespace freshet
