#include "coherence/invariance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.h"

namespace freshet {
namespace {

Time moment(std::int64_t second) { return Time{} + std::chrono::seconds(1'700'000'000 + second); }

Sighting seen_at(std::int64_t second, std::uint64_t content) {
  return {.sent = moment(second), .received = moment(second), .content = content};
}

Sighting dated_at(std::int64_t second, std::uint64_t content, std::int64_t modified) {
  Sighting sighting = seen_at(second, content);
  sighting.modified = moment(modified);
  return sighting;
}

Sighting hinted_at(std::int64_t second, std::uint64_t content) {
  Sighting sighting = seen_at(second, content);
  sighting.kind = SightKind::same_length;
  return sighting;
}

Interval from_to(std::int64_t from, std::int64_t until) { return {moment(from), moment(until)}; }

std::vector<Interval> found(const std::vector<Sighting>& sightings,
                            Evidence evidence = Evidence::any) {
  std::vector<Interval> result;
  for (const Invariance& each : invariance_intervals(sightings, evidence))
    result.push_back(each.interval);
  return result;
}

using FoundIntervals = std::vector<Interval>;

TEST(Invariance, SpansTwoSightingsOfOneContent) {
  EXPECT_EQ(found({}), FoundIntervals{});
  EXPECT_EQ(found({seen_at(10, 1)}), FoundIntervals{from_to(10, 10)});
  EXPECT_EQ(found({seen_at(10, 1), seen_at(20, 1), seen_at(30, 1)}),
            FoundIntervals{from_to(10, 30)});
  EXPECT_EQ(found({seen_at(10, 1), seen_at(20, 1), seen_at(30, 2)}),
            (FoundIntervals{from_to(10, 20), from_to(30, 30)}));
}

TEST(Invariance, AContentThatComesBackHasTwoIntervals) {
  EXPECT_EQ(found({seen_at(10, 1), seen_at(20, 2), seen_at(30, 1)}),
            (FoundIntervals{from_to(10, 10), from_to(20, 20), from_to(30, 30)}));
}

TEST(Invariance, KnowsHowItsEndsWereSeen) {
  std::vector<Sighting> sightings = {dated_at(10, 7, 4), seen_at(20, 7)};
  sightings[1].kind = SightKind::not_modified;
  EXPECT_EQ(invariance_intervals(sightings),
            (std::vector<Invariance>{{.interval = from_to(4, 20),
                                      .content = 7,
                                      .left = SightKind::dated,
                                      .right = SightKind::not_modified,
                                      .sightings = 2}}));
}

TEST(Invariance, TheTimeOfAnExchangeProvesNothing) {
  const Sighting first{.sent = moment(10), .received = moment(14), .content = 1};
  const Sighting second{.sent = moment(20), .received = moment(26), .content = 1};
  EXPECT_EQ(found({first}), FoundIntervals{from_to(12, 12)});
  EXPECT_EQ(found({first, second}), FoundIntervals{from_to(14, 20)});
}

TEST(Invariance, AbsenceIsAContent) {
  EXPECT_EQ(found({seen_at(10, kAbsent), seen_at(20, kAbsent), seen_at(30, 1)}),
            (FoundIntervals{from_to(10, 20), from_to(30, 30)}));
}

TEST(Invariance, ATrustedDateExtendsToTheLeft) {
  EXPECT_EQ(found({dated_at(10, 1, 3)}), FoundIntervals{from_to(3, 10)});
  EXPECT_EQ(found({seen_at(1, 2), dated_at(10, 1, 3)}),
            (FoundIntervals{from_to(1, 1), from_to(3, 10)}));
  // A later sighting of the same content may bring the date.
  EXPECT_EQ(found({seen_at(10, 1), dated_at(20, 1, 3)}), FoundIntervals{from_to(3, 20)});
}

TEST(Invariance, ADateThatContradictsIsIgnored) {
  EXPECT_EQ(found({dated_at(10, 1, 11)}), FoundIntervals{from_to(10, 10)});  // from the future
  EXPECT_EQ(found({seen_at(5, 2), dated_at(10, 1, 3)}),
            (FoundIntervals{from_to(5, 5), from_to(10, 10)}));
}

TEST(Invariance, AnAnswerToHeadIsNoProof) {
  EXPECT_EQ(found({seen_at(10, 1), hinted_at(20, 1)}), FoundIntervals{from_to(10, 20)});
  EXPECT_EQ(found({seen_at(10, 1), hinted_at(20, 1)}, Evidence::proofs),
            FoundIntervals{from_to(10, 10)});
  EXPECT_EQ(found({seen_at(10, 1), hinted_at(20, 1), seen_at(30, 1)}, Evidence::proofs),
            FoundIntervals{from_to(10, 30)});
  EXPECT_EQ(found({hinted_at(20, 1)}, Evidence::proofs), FoundIntervals{});
  EXPECT_EQ(found({seen_at(10, 1), hinted_at(20, 2), seen_at(30, 1)}, Evidence::proofs),
            (FoundIntervals{from_to(10, 10), from_to(30, 30)}));
}

TEST(Invariance, SortsSightingsOutOfOrder) {
  EXPECT_EQ(found({seen_at(30, 2), seen_at(10, 1), seen_at(20, 1)}),
            (FoundIntervals{from_to(10, 20), from_to(30, 30)}));
}

TEST(Invariance, AReceiptBeforeTheRequestCountsAsTheRequest) {
  const Sighting odd{.sent = moment(10), .received = moment(2), .content = 1};
  EXPECT_EQ(found({odd}), FoundIntervals{from_to(10, 10)});
}

TEST(Invariance, IntervalsNeverOverlapWhateverTheSightings) {
  Random random(1);
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<Sighting> sightings(random.below(8));
    for (Sighting& each : sightings) {
      const auto sent = static_cast<std::int64_t>(random.below(30));
      each = seen_at(sent, random.below(3));
      each.received = moment(sent + static_cast<std::int64_t>(random.below(12)) - 2);
      each.kind = static_cast<SightKind>(random.below(3));
      if (random.with_probability(0.3))
        each.modified = moment(static_cast<std::int64_t>(random.below(40)) - 10);
    }
    for (const Evidence evidence : {Evidence::any, Evidence::proofs}) {
      const FoundIntervals all = found(sightings, evidence);
      for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_LE(all[i].from, all[i].until);
        if (i > 0) {
          EXPECT_LE(all[i - 1].until, all[i].from);
        }
      }
    }
  }
}

}  // namespace
}  // namespace freshet
