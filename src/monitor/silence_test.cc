#include "monitor/silence.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

class SilenceTest : public testing::Test {
 protected:
  // Returns what is left of the places, and the hits of each rule: "b+B 1:1", "all" if none is.
  std::string silenced() {
    std::vector<WatchHunk> left = hunks;
    const Silenced result = silence(rules, left);
    std::string words = result.all ? "all" : "";
    for (const WatchHunk& hunk : left) words += hunk.removed + "+" + hunk.added;
    for (const RuleHits& hit : result.hits)
      words += " " + std::to_string(hit.rule) + ":" + std::to_string(hit.hits);
    return words;
  }

  std::vector<Rule> rules;
  std::vector<WatchHunk> hunks = {{.removed = "12 visitors", .added = "13 visitors", .place = 7},
                                  {.removed = "b", .added = "B", .place = 8}};
};

TEST_F(SilenceTest, LeavesAllWithoutRules) {
  EXPECT_EQ(silenced(), "12 visitors+13 visitorsb+B");
  hunks.clear();
  EXPECT_EQ(silenced(), "") << "a change without places is not silenced";
}

TEST_F(SilenceTest, RemovesPlacesWithAPattern) {
  rules = {{.id = 1, .pattern = TextPattern{.text = "VISITORS"}},
           {.id = 2, .pattern = TextPattern{.text = "^nothing$", .is_regex = true}}};
  EXPECT_EQ(silenced(), "b+B 1:1");
  rules[1].pattern->text = "^[bB]$";
  EXPECT_EQ(silenced(), "all 1:1 2:1");
}

TEST_F(SilenceTest, RemovesPlacesBehindABlockOrOfABlock) {
  rules = {{.id = 3, .block = 7}};
  EXPECT_EQ(silenced(), "b+B 3:1");
  rules = {{.id = 4, .block = line_hash("B")}};
  EXPECT_EQ(silenced(), "12 visitors+13 visitors 4:1");
}

TEST_F(SilenceTest, IgnoresARuleThatCannotBeRead) {
  rules = {{.id = 5, .pattern = TextPattern{.text = "(", .is_regex = true}}};
  EXPECT_EQ(silenced(), "12 visitors+13 visitorsb+B");
}

}  // namespace
}  // namespace freshet
