#include "robots/robots_line.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "robots/robots_lines_test.h"

namespace freshet {
namespace {

RobotsLine line_of(std::string_view bytes, RobotsCompat compat = RobotsCompat::rfc) {
  const auto lines = lines_of(bytes, compat);
  EXPECT_EQ(lines.size(), 1u);
  return lines.at(0);
}

TEST(RobotsLine, IsARecordWithSpaceAroundItsParts) {
  const RobotsLine line = line_of(" \tDisAllow \t:\t /a b  # why\t");
  EXPECT_EQ(line.kind, RobotsLineKind::disallow);
  EXPECT_EQ(line.name, "DisAllow");
  EXPECT_EQ(line.value, "/a b");
  EXPECT_TRUE(line.has_comment);
  EXPECT_TRUE(line.obeyed);
}

TEST(RobotsLine, EndsWithAnyLineEndingAndCountsFromOne) {
  const auto lines = lines_of("allow:1\rallow:2\nallow:3\r\n\r\n\n\rallow:7");
  ASSERT_EQ(lines.size(), 7u);
  for (std::uint32_t i = 0; i < lines.size(); ++i) EXPECT_EQ(lines[i].number, i + 1);
  EXPECT_EQ(lines[2].value, "3");
  EXPECT_EQ(lines[3].kind, RobotsLineKind::blank);
  EXPECT_EQ(lines[6].value, "7");
}

TEST(RobotsLine, IsThereEvenInAnEmptyFile) {
  EXPECT_EQ(lines_of("").size(), 1u);
  EXPECT_EQ(lines_of("\n").size(), 2u);
  EXPECT_EQ(lines_of("\xEF\xBB\xBF").at(0).kind, RobotsLineKind::blank);
}

TEST(RobotsLine, MayBeginWithAByteOrderMarkOrTheStartOfOneInTheFirstLineOnly) {
  for (const char* mark : {"\xEF\xBB\xBF", "\xEF\xBB", "\xEF"})
    EXPECT_TRUE(line_of(mark + std::string("allow: /")).obeyed);
  EXPECT_FALSE(line_of("\xEF\xBF"
                       "allow: /")
                   .obeyed);
  EXPECT_FALSE(lines_of("\n\xEF\xBB\xBF"
                        "allow: /")
                   .at(1)
                   .obeyed);
}

TEST(RobotsLine, WithoutANameIsUnknown) {
  for (const char* text : {": /", "word", "three words here", ":", "\xFF"}) {
    const RobotsLine line = line_of(text);
    EXPECT_EQ(line.kind, RobotsLineKind::unknown) << text;
    EXPECT_EQ(line.name, "") << text;
    EXPECT_FALSE(line.obeyed) << text;
  }
}

TEST(RobotsLine, WithoutAColonOrMisspeltIsObeyedAsGoogleDoesOnly) {
  for (const char* text :
       {"disallow /", "user-agent\tx", "useragent: x", "user agent: x", "dissallow: /",
        "dissalow: /", "disalow: /", "diasllow: /", "disallaw: /", "disallowed: /", "allows: /"}) {
    EXPECT_FALSE(line_of(text).obeyed) << text;
    EXPECT_TRUE(line_of(text, RobotsCompat::google).obeyed) << text;
    EXPECT_TRUE(line_of(text).missing_colon || line_of(text).misspelt) << text;
  }
}

// RFC 9309, section 2.2.4: crawlers may be lenient with other records.
TEST(RobotsLine, MayBeMisspeltInOtherRecords) {
  for (const char* text : {"site-map: x", "Sitemaps: x", "crawldelay: 1", "crawl-delay 1"})
    EXPECT_TRUE(line_of(text).obeyed) << text;
  EXPECT_EQ(line_of("noindex: /x").kind, RobotsLineKind::unused);
  EXPECT_EQ(line_of("Host: a.example").kind, RobotsLineKind::unused);
  EXPECT_FALSE(line_of("Host: a.example").obeyed);
}

TEST(RobotsLine, IsCutByGoogleAtItsLimitOnly) {
  const std::string text = "allow: /" + std::string(kGoogleLineBytesMax - 8, 'a');
  EXPECT_FALSE(line_of(text, RobotsCompat::google).cut);
  const RobotsLine cut = line_of(text + "b", RobotsCompat::google);
  EXPECT_TRUE(cut.cut);
  EXPECT_EQ("allow: " + cut.value, text);
  EXPECT_FALSE(line_of(text + "b").cut);
  EXPECT_EQ("allow: " + line_of(text + "b").value, text + "b");
}

// Section 2.5: at least 500 KiB are read.
TEST(RobotsLine, IsReadIfItEndsWithinTheLimitAndNeverByHalf) {
  const std::string rule = "disallow: /secret";
  for (const std::string end : {"\n", "\r", "\r\n"}) {
    std::string filler(kRobotsBytesMax - rule.size() - end.size(), '#');
    filler += end + rule;
    ASSERT_EQ(filler.size(), kRobotsBytesMax);
    EXPECT_EQ(robots_bytes_within_limit(filler), filler);
    EXPECT_EQ(lines_of(filler).at(1).value, "/secret");
    EXPECT_EQ(lines_of(filler + end + "allow: /x").at(1).value, "/secret");
    const auto cut = lines_of(filler + "-not\nallow: /x\n");
    ASSERT_EQ(cut.size(), 2u);
    EXPECT_EQ(cut[1].kind, RobotsLineKind::blank);
  }
  EXPECT_EQ(robots_bytes_within_limit(std::string(kRobotsBytesMax + 1, 'a')), "");
}

}  // namespace
}  // namespace freshet
