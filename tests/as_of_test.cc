// A practice site as of a time, by a few seeds; as_of_seeds runs more.
#include <gtest/gtest.h>

#include "as_of_run.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

TEST(AsOfTest, EveryProvenPageIsWhatTheWebServedThen) {
  const Scratch scratch;
  AsOfResult all;
  for (const std::uint64_t seed : {1u, 2u}) {
    const auto result = run_as_of({.seed = seed, .hosts = 2, .pages = 60, .days = 4, .times = 3},
                                  scratch / std::to_string(seed));
    ASSERT_TRUE(result) << result.error().message;
    all += *result;
  }
  EXPECT_GT(all.proven_strict, 100u);
  EXPECT_EQ(all.wrong_strict, 0u) << (all.complaints.empty() ? "" : all.complaints.front());
  EXPECT_EQ(all.wrong_judged, 0u) << (all.complaints.empty() ? "" : all.complaints.front());
}

}  // namespace
}  // namespace freshet
