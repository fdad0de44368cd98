#include "clean/content_labels.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

std::vector<float> label(std::string_view html, std::string_view marked) {
  return label_blocks(read_content_blocks(html, index_tags(html, Scripting::off), Scripting::off),
                      marked);
}

using Shares = std::vector<float>;

TEST(ContentLabels, AreTheSharesOfMarkedWords) {
  EXPECT_EQ(
      label("<p>Menu<p>The quick brown fox<p>jumps over<p>Footer", "The quick, brown fox jumps!"),
      (Shares{0, 1, 0.5, 0}));
}

TEST(ContentLabels, AWordInTwoPlacesIsHalfInEach) {
  EXPECT_EQ(label("<p>News<p>other<p>News", "News"), (Shares{0.5, 0, 0.5}));
}

TEST(ContentLabels, FollowTheOrderOfTheText) {
  EXPECT_EQ(label("<p>b<p>a b c d<p>b", "a b c d"), (Shares{0, 1, 0}));
}

TEST(ContentLabels, OfNothingAreNothing) {
  EXPECT_EQ(label("<p>a<p>b", ""), (Shares{0, 0}));
  EXPECT_EQ(label("", "a"), Shares{});
}

// More than 64 words on both sides, so that bits are carried from word to word.
TEST(ContentLabels, HoldForLongTexts) {
  std::string page = "<p>", marked;
  for (int i = 0; i < 500; ++i) {
    page += "w" + std::to_string(i % 90) + " ";
    if (i >= 100 && i < 400) marked += "w" + std::to_string(i % 90) + " ";
  }
  const Shares shares = label(page + "<p>last", marked);
  ASSERT_EQ(shares.size(), 2U);
  EXPECT_FLOAT_EQ(shares[0], 300.0f / 500);
  EXPECT_EQ(shares[1], 0);
}

}  // namespace
}  // namespace freshet
