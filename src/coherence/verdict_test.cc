#include "coherence/verdict.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace freshet {
namespace {

using std::chrono::hours;

Time hour_of(int hour) { return Time{} + hours(400'000 + hour); }

Sighting seen_in(int hour, std::uint64_t content, SightKind kind = SightKind::fetched) {
  return {.sent = hour_of(hour),
          .received = hour_of(hour),
          .content = content,
          .modified = {},
          .kind = kind};
}

PageVerdict verdict_in(const std::vector<Sighting>& sightings, int hour,
                       std::optional<double> rate = 1.0) {
  return judge_at(sightings, hour_of(hour), rate);
}

TEST(Verdict, IsProvenBetweenSightingsOfOneContent) {
  const PageVerdict found =
      verdict_in({seen_in(0, 5), seen_in(24, 5, SightKind::not_modified)}, 12);
  EXPECT_EQ(found.verdict, Verdict::proven);
  EXPECT_EQ(found.content, 5U);
  EXPECT_EQ(found.probability, 1);
  EXPECT_EQ(found.before, seen_in(0, 5));
  EXPECT_EQ(found.after, seen_in(24, 5, SightKind::not_modified));
  EXPECT_EQ(found.proof, (Interval{hour_of(0), hour_of(24)}));
}

TEST(Verdict, IsProbableBesideASighting) {
  const PageVerdict after = verdict_in({seen_in(0, 5)}, 12);
  EXPECT_EQ(after.verdict, Verdict::probable);
  EXPECT_NEAR(after.probability, std::exp(-0.5), 1e-12);
  const PageVerdict before = verdict_in({seen_in(12, 5)}, 0);
  EXPECT_EQ(before.verdict, Verdict::probable);
  EXPECT_NEAR(before.probability, std::exp(-0.5), 1e-12);
  EXPECT_EQ(before.content, 5U);
  EXPECT_FALSE(before.before);
}

TEST(Verdict, IsUnknownWithoutSightingRateOrNearness) {
  EXPECT_EQ(verdict_in({}, 0).verdict, Verdict::unknown);
  EXPECT_EQ(verdict_in({}, 0).content, std::nullopt);
  EXPECT_EQ(verdict_in({seen_in(0, 5)}, 12, std::nullopt).verdict, Verdict::unknown);
  EXPECT_EQ(verdict_in({seen_in(0, 5)}, 12, -1).verdict, Verdict::unknown);
  EXPECT_EQ(verdict_in({seen_in(0, 5)}, 12, std::nan("")).verdict, Verdict::unknown);
  EXPECT_EQ(verdict_in({seen_in(0, 5)}, 12, std::numeric_limits<double>::infinity()).verdict,
            Verdict::unknown);
  const PageVerdict late = verdict_in({seen_in(0, 5)}, 48);
  EXPECT_EQ(late.verdict, Verdict::unknown);
  EXPECT_NEAR(late.probability, std::exp(-2), 1e-12);
}

TEST(Verdict, IsChangedBetweenTwoContents) {
  const PageVerdict early = verdict_in({seen_in(0, 5), seen_in(24, 6)}, 6);
  EXPECT_EQ(early.verdict, Verdict::changed);
  EXPECT_EQ(early.content, 5U);
  EXPECT_NEAR(early.probability, (std::exp(-0.25) - std::exp(-1)) / (1 - std::exp(-1)), 1e-12);
  const PageVerdict late = verdict_in({seen_in(0, 5), seen_in(24, 6)}, 18);
  EXPECT_EQ(late.content, 6U);
  EXPECT_NEAR(late.probability, early.probability, 1e-12);
  // Without a rate the change may have been at any time.
  EXPECT_NEAR(verdict_in({seen_in(0, 5), seen_in(24, 6)}, 6, std::nullopt).probability, 0.75,
              1e-12);
  EXPECT_EQ(verdict_in({seen_in(0, 5), seen_in(24, 6)}, 6, 1e300).probability, 0);
}

TEST(Verdict, AMissingPageCanBeProvenMissing) {
  const PageVerdict found = verdict_in({seen_in(0, kAbsent), seen_in(24, kAbsent)}, 12);
  EXPECT_EQ(found.verdict, Verdict::proven);
  EXPECT_EQ(found.content, kAbsent);
}

TEST(Verdict, AnAnswerToHeadMakesProbableOnly) {
  const std::vector<Sighting> sightings = {seen_in(0, 5), seen_in(48, 5, SightKind::same_length)};
  const PageVerdict between = verdict_in(sightings, 24);
  EXPECT_EQ(between.verdict, Verdict::probable);
  EXPECT_NEAR(between.probability, std::exp(-1), 1e-12);
  EXPECT_EQ(verdict_in(sightings, 24, std::nullopt).verdict, Verdict::probable);
  EXPECT_EQ(verdict_in(sightings, 49).verdict, Verdict::unknown);  // the proof is two days old
  EXPECT_EQ(verdict_in({seen_in(0, 5, SightKind::same_length)}, 0).verdict, Verdict::unknown);
}

TEST(Verdict, TheTimeOfAnExchangeIsNotProven) {
  const Sighting slow{.sent = hour_of(0), .received = hour_of(2), .content = 5};
  EXPECT_EQ(verdict_in({slow, seen_in(10, 5)}, 0).verdict, Verdict::probable);
  EXPECT_EQ(verdict_in({slow, seen_in(10, 5)}, 2).verdict, Verdict::proven);
  EXPECT_EQ(verdict_in({slow}, 2).verdict, Verdict::probable);
}

TEST(Verdict, HasNames) {
  EXPECT_EQ(name_of(Verdict::proven), "proven");
  EXPECT_EQ(name_of(Verdict::probable), "probable");
  EXPECT_EQ(name_of(Verdict::changed), "changed");
  EXPECT_EQ(name_of(Verdict::unknown), "unknown");
}

}  // namespace
}  // namespace freshet
