#include "coherence/capture_state.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace freshet {
namespace {

Time tick(int number) { return Time{} + std::chrono::seconds(1'000'000 + number); }

TEST(CaptureState, TellsTheCoherenceSoFar) {
  CaptureState state;
  EXPECT_EQ(state.counts(), CaptureCounts{});
  EXPECT_EQ(state.counts().coherent_share(), 0);
  EXPECT_EQ(state.instant(), std::nullopt);
  for (int page = 0; page < 4; ++page)
    state.visited(static_cast<std::uint32_t>(page), tick(page), 1);
  EXPECT_EQ(state.instant(), (Interval{tick(3), tick(3)}));
  state.revisited(3, tick(4), 1);
  state.revisited(2, tick(5), 2);
  EXPECT_EQ(state.counts(),
            (CaptureCounts{.visited = 4, .revisited = 2, .coherent = 1, .changed = 1}));
  EXPECT_EQ(state.counts().unknown(), 2U);
  EXPECT_EQ(state.counts().coherent_share(), 0.25);
  EXPECT_EQ(state.counts().coherent_share_of_revisited(), 0.5);
  EXPECT_EQ(state.instant(), (Interval{tick(3), tick(4)}));
  EXPECT_EQ(state.changed_pages(), (std::vector<std::uint32_t>{2}));
}

TEST(CaptureState, InAFurtherRoundTheLastSightingIsTheVisit) {
  CaptureState state;
  state.visited(0, tick(0), 1);
  state.visited(1, tick(1), 1);
  state.revisited(1, tick(2), 9);
  state.revisited(0, tick(3), 1);
  EXPECT_EQ(state.counts().coherent, 1U);
  state.begin_round();
  EXPECT_EQ(state.counts(), (CaptureCounts{.visited = 2}));
  EXPECT_EQ(state.instant(), (Interval{tick(3), tick(3)}));
  EXPECT_EQ(state.ages(tick(10)), (std::vector<std::optional<Duration>>{std::chrono::seconds(7),
                                                                        std::chrono::seconds(8)}));
  state.revisited(1, tick(11), 9);
  state.revisited(0, tick(12), 1);
  EXPECT_EQ(state.counts().coherent, 2U);
}

TEST(CaptureState, APageThatIsFoundTooLateStaysUnknown) {
  CaptureState state;
  state.visited(0, tick(0), 1);
  state.revisited(0, tick(1), 1);
  state.visited(5, tick(2), 1);
  state.revisited(5, tick(3), 1);
  EXPECT_EQ(state.counts(), (CaptureCounts{.visited = 2, .revisited = 1, .coherent = 1}));
  EXPECT_EQ(state.counts().unknown(), 1U);
  EXPECT_EQ(state.instant(), (Interval{tick(0), tick(1)}));
  EXPECT_EQ(state.ages(tick(4))[1], std::nullopt);
}

TEST(CaptureState, ARevisitOfAnUnseenPageIsItsVisit) {
  CaptureState state;
  state.revisited(0, tick(0), 1);
  EXPECT_EQ(state.counts(), (CaptureCounts{.visited = 1}));
  state.visited(0, tick(1), 2);  // replaced, as nothing was proven yet
  state.revisited(0, tick(2), 2);
  state.revisited(0, tick(3), 7);  // the instant was proven before
  EXPECT_EQ(state.counts().coherent, 1U);
  EXPECT_EQ(state.counts().changed, 0U);
}

}  // namespace
}  // namespace freshet
