#include "base/nearest.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

const std::vector<std::string> kWords = {"config", "inspect", "log.level", "log.format"};

TEST(Nearest, ForgivesAFewTypingMistakes) {
  EXPECT_EQ(nearest("confg", kWords), "config");
  EXPECT_EQ(nearest("ocnfig", kWords), "config");
  EXPECT_EQ(nearest("inspectt", kWords), "inspect");
  EXPECT_EQ(nearest("log.lvl", kWords), "log.level");
  EXPECT_EQ(nearest("log_format", kWords), "log.format");
}

TEST(Nearest, DoesNotGuessWhenNothingIsClose) {
  EXPECT_EQ(nearest("crawl", kWords), std::nullopt);
  EXPECT_EQ(nearest("", kWords), std::nullopt);
  EXPECT_EQ(nearest(std::string(100'000, 'c'), kWords), std::nullopt);
  EXPECT_EQ(nearest("config", {}), std::nullopt);
}

TEST(Nearest, SpeaksTheSuggestionOrNothing) {
  EXPECT_EQ(did_you_mean("confg", kWords), "; did you mean config?");
  EXPECT_EQ(did_you_mean("zzz", kWords), "");
}

}  // namespace
}  // namespace freshet
