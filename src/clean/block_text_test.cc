#include "clean/block_text.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(BlockText, KnowsAmountsOfMoney) {
  for (const char* text :
       {"$5", "only $ 5 now", "5 €", "5€", "from £9.99", "12 EUR", "usd", "₹ 300"})
    EXPECT_TRUE(mentions_price(text)) << text;
  for (const char* text : {"", "$", "$x", "5", "Europe", "neurons", "a € b", "€", " €"})
    EXPECT_FALSE(mentions_price(text)) << text;
  EXPECT_FALSE(mentions_price(std::string(300, 'x') + " $5"));
}

TEST(BlockText, FindsPartsOfTheTitle) {
  const TitleWords title("The River Rose - Town News");
  EXPECT_TRUE(title.contain("the river rose"));
  EXPECT_FALSE(title.contain("river"));
  EXPECT_TRUE(title.have_word("RIVER"));
  EXPECT_FALSE(title.have_word("the"));
}

TEST(BlockText, CountsWordsAndCharacters) {
  const TextCounts counts = count_text("The price: 12, or 13. River!", TitleWords("River bank"));
  EXPECT_EQ(counts.digits, 4U);
  EXPECT_EQ(counts.commas, 1U);
  EXPECT_EQ(counts.stops, 2U);
  EXPECT_EQ(counts.stop_words, 2U);
  EXPECT_EQ(counts.capitalised, 2U);
  EXPECT_EQ(counts.title_words, 1U);
}

}  // namespace
}  // namespace freshet
