#include "clean/tokens.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace freshet {
namespace {

PageTokens read_tokens(std::string_view text) {
  return tokenize(text, index_tags(text, Scripting::off), Scripting::off);
}

// The tokens as they stand in the page: tags by their name, texts by their words.
std::string spell(std::string_view text) {
  std::string spelled;
  for (const PageToken& token : read_tokens(text).tokens) {
    if (!spelled.empty()) spelled += ' ';
    const std::string_view rest = text.substr(token.from);
    spelled +=
        token.is_text()
            ? "'" + std::string(rest.substr(rest.find_first_not_of(" \n"), token.bytes)) + "'"
            : std::string(rest.substr(0, rest.find_first_of(" >")));
  }
  return spelled;
}

std::uint64_t only_id(std::string_view text) {
  const PageTokens page = read_tokens(text);
  EXPECT_EQ(page.tokens.size(), 1u) << text;
  return page.tokens.front().id;
}

TEST(Tokens, AreTagsAndTheTextsBetweenThem) {
  EXPECT_EQ(spell("<p class=a> Hello  <b>you</b>\n</p>"), "<p 'Hello' <b 'you' </b </p");
}

TEST(Tokens, LeaveOutWhatNobodySees) {
  EXPECT_EQ(spell("<title>t</title><script>x</script><style>y</style><template>z</template>"),
            "<title </title <script </script <style </style <template </template");
}

TEST(Tokens, OfATextDoNotDependOnSpaceAroundItOrOnComments) {
  EXPECT_EQ(only_id("Price: 3"), only_id(" \n Price: 3\t"));
  EXPECT_EQ(only_id("Price: 3"), only_id("Price: 3<!-- made at noon -->"));
  EXPECT_NE(only_id("Price: 3"), only_id("Price: 4"));
  EXPECT_TRUE(read_tokens("<!-- made at noon -->").tokens.empty());
}

TEST(Tokens, OfAStartTagKnowNameClassAndIdWithoutDigits) {
  EXPECT_EQ(only_id("<tr class=row17>"), only_id("<TR title=x class=\"row18\">"));
  EXPECT_NE(only_id("<tr class=row>"), only_id("<tr class=head>"));
  EXPECT_NE(only_id("<tr class=row>"), only_id("<tr id=row>"));
  EXPECT_NE(only_id("<tr>"), only_id("</tr>"));
  EXPECT_EQ(read_tokens("<tr class=row>").tokens[0].shape, read_tokens("<tr>").tokens[0].shape);
  EXPECT_NE(read_tokens("<my-tag>").tokens[0].shape, read_tokens("</my-tag>").tokens[0].shape);
}

TEST(Tokens, OfATextBeginWhereTheWalkSaysThatItBegins) {
  const std::string page = "<p>\n one</p>";
  EXPECT_EQ(read_tokens(page).tokens[1].from, 3u);
  EXPECT_EQ(read_tokens(page).tokens[1].bytes, 3u);
}

TEST(Tokens, OfPagesThatSayTheSameHaveTheSamePrint) {
  EXPECT_EQ(read_tokens("<p>a</p>").print, read_tokens("<p title=x>a</p>").print);
  EXPECT_NE(read_tokens("<p>a</p>").print, read_tokens("<p>b</p>").print);
  EXPECT_NE(read_tokens("<p></p><b></b>").print, read_tokens("<b></b><p></p>").print);
}

TEST(Tokens, OfAVeryLongPageAreNone) {
  std::string page;
  for (std::size_t i = 0; i <= kPageTokensMax; ++i) page += "<p>";
  EXPECT_TRUE(read_tokens(page).too_long);
  EXPECT_TRUE(read_tokens(page).tokens.empty());
  page.resize(page.size() - 3);
  EXPECT_FALSE(read_tokens(page).too_long);
  const std::string one_text(10'000'000, 'x');
  EXPECT_EQ(read_tokens(one_text).tokens.size(), 1u);
}

TEST(Tokens, TellHowFarTwoPagesAreApartByTheirTags) {
  const auto distance = [](std::string_view a, std::string_view b) {
    return bag_distance(read_tokens(a).bag, read_tokens(b).bag);
  };
  EXPECT_EQ(distance("<p>one</p>", "<p>two</p>"), 0);
  EXPECT_EQ(distance("", ""), 0);
  EXPECT_EQ(distance("<p>", "<table>"), 1);
  EXPECT_EQ(distance("<p><p><p><b>", "<p>"), 0.75);
}

}  // namespace
}  // namespace freshet
