#include "crawl/robots_answer.h"

#include <gtest/gtest.h>

#include <array>

#include "warc/gzip.h"

namespace freshet {
namespace {

const std::string kRules = "User-agent: *\nDisallow: /secret\n";

std::string gzip(std::string_view text) {
  std::string packed;
  warc::GzipWriter writer;
  writer.append_member(packed, std::array<std::string_view, 1>{text});
  return packed;
}

warc::HttpHead head(const std::string& coding = "") {
  warc::HttpHead made;
  made.status = 200;
  if (!coding.empty()) made.fields.push_back({"Content-Encoding", coding});
  return made;
}

TEST(RobotsAnswerTest, ReadsPlainAndPackedText) {
  EXPECT_EQ(read_robots_body(head(), kRules), kRules);
  EXPECT_EQ(read_robots_body(head("gzip"), gzip(kRules)), kRules);
  EXPECT_EQ(read_robots_body(head("gzip"), kRules), kRules) << "labelled, but not packed";
  EXPECT_EQ(read_robots_body(head(), gzip(kRules)), kRules) << "packed, but not labelled";
  EXPECT_EQ(read_robots_body(head(), ""), "");
}

TEST(RobotsAnswerTest, CannotReadADamagedOrCutBody) {
  const std::string packed = gzip(kRules);
  for (const std::size_t length : {packed.size() / 2, packed.size() - 8, packed.size() - 1})
    EXPECT_FALSE(read_robots_body(head("gzip"), packed.substr(0, length))) << length;
  std::string damaged = packed;
  damaged[damaged.size() - 6] ^= 1;  // its checksum
  EXPECT_FALSE(read_robots_body(head("gzip"), damaged));
  EXPECT_FALSE(read_robots_body(head(), damaged)) << "also if it is not labelled";
}

TEST(RobotsAnswerTest, CannotReadACodingThatItDoesNotKnow) {
  EXPECT_FALSE(read_robots_body(head("exi"), kRules));
  EXPECT_FALSE(read_robots_body(head("gzip, gzip, gzip, gzip, gzip"), kRules));
}

TEST(RobotsAnswerTest, ReadsUtf16) {
  std::string wide = "\xff\xfe";
  for (const char c : kRules) wide.append({c, '\0'});
  EXPECT_EQ(read_robots_body(head(), wide), kRules);
}

TEST(RobotsAnswerTest, ReadsOnlySoMuchOfALongFile) {
  const std::string long_text = kRules + std::string(2 * kRobotsReadMax, '#');
  EXPECT_EQ(read_robots_body(head(), long_text)->size(), kRobotsReadMax);
  EXPECT_EQ(read_robots_body(head("gzip"), gzip(long_text))->size(), kRobotsReadMax);
}

TEST(RobotsAnswerTest, TellsWhatWasCutFromWhatWeCut) {
  EXPECT_FALSE(is_cut_short({}));
  EXPECT_FALSE(is_cut_short({.truncated = warc::Truncation::length}));
  EXPECT_TRUE(is_cut_short({.truncated = warc::Truncation::disconnect}));
  EXPECT_TRUE(is_cut_short({.truncated = warc::Truncation::time}));
}

}  // namespace
}  // namespace freshet
