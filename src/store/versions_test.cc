#include "store/versions.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace freshet {
namespace {

// A page's snapshots, one letter each, an hour apart: a capital is content, the same letter the
// same content; "=" a 304, "r" a revisit of the content before, "3" a redirect, "4" a 404, "5" a
// 500, "9" a 429, "/" a page that was cut.
std::vector<SnapshotRow> rows_of(std::string_view story) {
  std::vector<SnapshotRow> rows;
  char content = 0;
  for (const char c : story) {
    SnapshotRow row;
    row.time = Time(std::chrono::hours(rows.size()));
    row.status = 200;
    row.payload = sha1(std::string(1, c));
    if (c >= 'A' && c <= 'Z') content = c;
    if (c == '=' || c == 'r') {
      row.kind = c == '=' ? SnapshotKind::not_modified : SnapshotKind::revisit;
      row.status = c == '=' ? 304 : 200;
      row.payload = sha1(std::string(1, content));
    }
    if (c == '3') row.status = 301;
    if (c == '4') row.status = 404;
    if (c == '5') row.status = 500;
    if (c == '9') row.status = 429;
    if (c == '/') row.cut = true;
    if (c == 'x') row.payload = sha1("a page in its place, with status 200");
    rows.push_back(row);
  }
  return rows;
}

// The times of "x", which checks found to stand in for the page.
std::set<Time> stand_ins(std::string_view story) {
  const auto rows = rows_of(story);
  std::vector<PageCheck> checks;
  for (std::size_t i = 0; i < rows.size(); ++i)
    checks.push_back({.page = {},
                      .time = rows[i].time,
                      .outcome = story[i] == 'x' ? CheckOutcome::failed : CheckOutcome::same});
  return stand_ins_of(checks);
}

std::size_t count(std::string_view story) {
  return versions_of(rows_of(story), stand_ins(story)).size();
}

// Returns the story with "." for dropped snapshots.
std::string kept(std::string_view story, std::uint64_t versions) {
  const auto rows = rows_of(story);
  const auto stays = rows_to_keep(rows, stand_ins(story),
                                  {.last_versions = versions, .younger_than = std::nullopt},
                                  rows.empty() ? Time() : rows.back().time);
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) text += stays[i] ? story[i] : '.';
  return text;
}

bool displaces(char kept, char next) {
  return may_displace(rows_of(std::string(1, kept)).front(), rows_of(std::string(1, next)).front());
}

TEST(Versions, AreContentsInTheirOrder) {
  EXPECT_EQ(count(""), 0u);
  EXPECT_EQ(count("A"), 1u);
  EXPECT_EQ(count("ABC"), 3u);
  EXPECT_EQ(count("ABA"), 3u) << "back to the first content is a version";
  EXPECT_EQ(count("AAA"), 1u) << "kept whole three times";
}

TEST(Versions, DoNotCountConfirmations) {
  EXPECT_EQ(count("A==="), 1u);
  EXPECT_EQ(count("A=B==r"), 2u);
  EXPECT_EQ(count("="), 0u) << "of what, nobody knows";
}

TEST(Versions, DoNotCountFailuresRedirectsAndCutAnswers) {
  EXPECT_EQ(count("A5A4A3A/A"), 1u);
  EXPECT_EQ(count("5"), 0u);
  EXPECT_EQ(count("A5B"), 2u);
  EXPECT_EQ(count("A5="), 1u);
}

TEST(Versions, OfALimitedNumberAreTheLastContents) {
  EXPECT_EQ(kept("ABC", 2), ".BC");
  EXPECT_EQ(kept("A=B=C===", 2), "..B=C..=") << "304s are no versions; the last of each stays";
  EXPECT_EQ(kept("ABA", 2), ".BA");
  EXPECT_EQ(kept("ABA", 3), "ABA");
}

TEST(Versions, AreNotDisplacedByFailures) {
  EXPECT_EQ(kept("A5", 1), "A5");
  EXPECT_EQ(kept("AB555", 1), ".B..5");
  EXPECT_EQ(kept("AB5=4", 1), ".B.=4");
  EXPECT_EQ(kept("A/", 1), "A/");
  EXPECT_EQ(kept("4444", 2), "..44") << "a page that never had content";
}

TEST(Versions, AreNotDisplacedByStandIns) {
  EXPECT_EQ(count("AxxAx"), 1u);
  EXPECT_EQ(kept("Ax", 1), "Ax");
  EXPECT_EQ(kept("ABxx", 1), ".B.x");
  EXPECT_EQ(kept("ABxxxC", 2), ".B.xxC");
}

TEST(Versions, StayWhileTheyAreYoung) {
  const auto rows = rows_of("ABCD");
  const auto stays = rows_to_keep(
      rows, {}, {.last_versions = 1, .younger_than = std::chrono::minutes(150)}, rows.back().time);
  EXPECT_EQ(stays, (std::vector<bool>{false, true, true, true}));
}

TEST(Versions, OfLessWorthDoNotTakeThePlaceOfBetterOnes) {
  EXPECT_TRUE(displaces('A', 'B'));
  for (const char worse : {'3', '4', '5', '9', '/'}) {
    EXPECT_FALSE(displaces('A', worse)) << worse;
    EXPECT_TRUE(displaces(worse, 'A')) << worse;
  }
  EXPECT_FALSE(displaces('4', '5'));
  EXPECT_FALSE(displaces('3', '9'));
  EXPECT_FALSE(displaces('/', '4'));
  EXPECT_TRUE(displaces('5', '4'));
  EXPECT_TRUE(displaces('4', '3'));
  EXPECT_TRUE(displaces('5', '5'));
}

}  // namespace
}  // namespace freshet
