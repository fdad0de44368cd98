// Crawls and refreshes that are killed and stopped on a web that fails, by the seed. The command
// `simulate interrupted` runs more of them.
#include "interrupted_runs.h"

#include <gtest/gtest.h>

#include <iostream>

#include "testkit/scratch.h"

namespace freshet {
namespace {

constexpr std::uint64_t kSeedsOfTest = 4;  // both layouts

TEST(InterruptedRunsTest, EndWithWhatUndisturbedOnesHave) {
  int interruptions = 0;
  for (std::uint64_t seed = 0; seed < kSeedsOfTest; ++seed) {
    const Scratch scratch;
    const InterruptedRuns done = run_interrupted(seed, scratch / "archive");
    EXPECT_TRUE(done.complaints.empty())
        << done.text() << "\n  again with: simulate interrupted " << seed;
    EXPECT_GT(done.faults.at("answer cut"), 0);
    EXPECT_GT(done.faults.at("status 500"), 0);
    interruptions += done.kills + done.stops;
  }
  EXPECT_GE(interruptions, 30);
  std::cout << kSeedsOfTest << " seeds, " << interruptions << " kills and stops\n";
}

}  // namespace
}  // namespace freshet
