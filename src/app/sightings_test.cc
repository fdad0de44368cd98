#include "app/sightings.h"

#include <gtest/gtest.h>

#include "app/sighted_archive_test.h"

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

const std::string kText =
    "<h1>Price list</h1><p>Apples cost two crowns a pound at our stand in the market hall.</p>";
const std::string kOther =
    "<h1>Terms</h1><p>Payment is due within thirty days after the goods have been received.</p>";

class SightingsTest : public testing::Test {
 protected:
  HostSightings read(ContentRule rule = ContentRule::judged) {
    ArchiveSession session = archive.open();
    auto found = read_sightings(session, archive.host(), {.rule = rule});
    EXPECT_TRUE(found) << found.error().message;
    return *std::move(found);
  }

  SightedArchive archive;
};

TEST_F(SightingsTest, ASnapshotKnowsRequestAndReceipt) {
  archive.keep({.time = kMorning, .body = kText, .took_ms = 250});
  const HostSightings found = read();
  ASSERT_EQ(found.pages.size(), 1u);
  const Sighting& only = found.pages[0].sightings.at(0);
  EXPECT_EQ(only.sent, kMorning);
  EXPECT_EQ(only.received, kMorning + milliseconds(250));
  EXPECT_EQ(only.kind, SightKind::fetched);
  EXPECT_NE(found.pages[0].places[0].file, 0);
  EXPECT_FALSE(found.pages[0].rate) << "one sighting tells no rate";
}

TEST_F(SightingsTest, NotModifiedHeadAndGoneAreSightings) {
  archive.keep({.time = kMorning, .body = kText, .etag = "\"1\""});
  archive.keep({.time = kMorning + hours(1), .status = 304, .etag = "\"1\""});
  archive.note("/", kMorning + hours(2), CheckOutcome::same, 200);
  archive.note("/", kMorning + hours(3), CheckOutcome::failed, 503);
  archive.keep({.time = kMorning + hours(4), .body = "not here", .status = 404});
  const HostSightings found = read();
  const std::vector<Sighting>& seen = found.pages.at(0).sightings;
  ASSERT_EQ(seen.size(), 4u) << "a failure says nothing";
  EXPECT_EQ(seen[1].kind, SightKind::not_modified);
  EXPECT_EQ(seen[1].content, seen[0].content);
  EXPECT_EQ(seen[2].kind, SightKind::same_length);
  EXPECT_EQ(seen[2].content, seen[0].content);
  EXPECT_EQ(found.pages[0].places[2], SightPlace{});
  EXPECT_EQ(seen[3].content, kAbsent);
  EXPECT_TRUE(found.pages[0].rate);
}

TEST_F(SightingsTest, ContentsAreNumberedByBytesOrByTheJudge) {
  archive.keep({.time = kMorning, .body = kText + "<!-- 1 -->"});
  archive.keep({.time = kMorning + hours(1), .body = kText + "<!-- 2 -->"});
  archive.keep({.time = kMorning + hours(2), .body = kOther});
  archive.keep({.time = kMorning + hours(3), .body = kText + "<!-- 1 -->"});
  const auto contents = [&](ContentRule rule) {
    std::vector<std::uint64_t> numbers;
    const HostSightings found = read(rule);
    for (const Sighting& each : found.pages.at(0).sightings) numbers.push_back(each.content);
    return numbers;
  };
  EXPECT_EQ(contents(ContentRule::strict), (std::vector<std::uint64_t>{0, 1, 2, 0}));
  EXPECT_EQ(contents(ContentRule::judged), (std::vector<std::uint64_t>{0, 0, 1, 0}));
}

TEST_F(SightingsTest, ADateIsCorrectedByTheServersClock) {
  archive.keep({.time = kMorning + hours(5),
                .body = kText,
                .modified = kMorning + hours(3),
                .date = kMorning + hours(6)});
  const HostSightings found = read();
  EXPECT_TRUE(found.dates.clock.is_wrong());
  const auto modified = found.pages.at(0).sightings.at(0).modified;
  ASSERT_TRUE(modified);
  EXPECT_LT(std::chrono::abs(*modified - (kMorning + hours(2))), seconds(3));
}

TEST_F(SightingsTest, ADateThatContradictsIsTrustedForNoPageOfTheHost) {
  archive.keep({.time = kMorning, .body = kText, .modified = kMorning - hours(5)});
  archive.keep({.time = kMorning + hours(1), .body = kOther, .modified = kMorning - hours(5)});
  archive.keep({.path = "/a", .time = kMorning, .body = kText, .modified = kMorning - hours(9)});
  const HostSightings found = read();
  EXPECT_FALSE(found.dates.are_dates_trusted());
  for (const SightedPage& page : found.pages)
    for (const Sighting& sighting : page.sightings) EXPECT_FALSE(sighting.modified);
}

TEST_F(SightingsTest, RobotsAndPagesThatNeverWereThereAreNoPages) {
  archive.keep({.path = "/robots.txt", .time = kMorning, .body = "User-agent: *"});
  archive.keep({.path = "/missing", .time = kMorning, .body = "no", .status = 404});
  archive.keep({.path = "/a", .time = kMorning, .body = kText});
  const HostSightings found = read();
  ASSERT_EQ(found.pages.size(), 1u);
  EXPECT_EQ(found.without_content, 2u);
}

TEST_F(SightingsTest, OnlySightingsOfTheAskedTimeCount) {
  archive.keep({.time = kMorning, .body = kText});
  archive.keep({.time = kMorning + hours(5), .body = kText});
  ArchiveSession session = archive.open();
  const auto found = read_sightings(session, archive.host(),
                                    {.within = {kMorning + hours(1), kMorning + hours(9)}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->pages.at(0).sightings.size(), 1u);
}

}  // namespace
}  // namespace freshet
