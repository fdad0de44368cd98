#include "html/entities.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "html/attributes.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

std::string in_text(std::string_view text) {
  return decode_references(text, ReferenceContext::text);
}
std::string in_attribute(std::string_view text) {
  return decode_references(text, ReferenceContext::attribute);
}

TEST(EntitiesTest, DecodesNamesAndNumbers) {
  EXPECT_EQ(in_text("fish &amp; chips"), "fish & chips");
  EXPECT_EQ(in_text("&eacute;&#233;&#xe9;&#XE9;"), "éééé");
  EXPECT_EQ(in_text("&CounterClockwiseContourIntegral;"), "∳");
  EXPECT_EQ(in_text("&nGt;"), "≫⃒");  // one name, two code points
  EXPECT_EQ(in_text(""), "");
}

TEST(EntitiesTest, LeavesWhatIsNoReference) {
  for (const char* text :
       {"&", "&&", "& amp;", "&;", "&#;", "&#x;", "&#xg;", "&nosuch;", "a&b", "&l"})
    EXPECT_EQ(in_text(text), text);
}

// Section 13.2.5.73: the longest name wins, and old names need no semicolon.
TEST(EntitiesTest, TakesTheLongestNameThatNeedsNoSemicolon) {
  EXPECT_EQ(in_text("&ampersand"), "&ersand");
  EXPECT_EQ(in_text("&notit;"), "¬it;");
  EXPECT_EQ(in_text("&notin;"), "∉");
  EXPECT_EQ(in_text("&hearts"), "&hearts");
}

TEST(EntitiesTest, LeavesQueryParametersInAttributesAlone) {
  EXPECT_EQ(in_attribute("?a=1&copy=2"), "?a=1&copy=2");
  EXPECT_EQ(in_attribute("?a=1&copy2"), "?a=1&copy2");
  EXPECT_EQ(in_attribute("?a=1&copy;=2"), "?a=1©=2");
  EXPECT_EQ(in_attribute("Fish&copy"), "Fish©");
  EXPECT_EQ(in_text("?a=1&copy=2"), "?a=1©=2");
}

// Section 13.2.5.80.
TEST(EntitiesTest, MendsNumbersThatAreNoCharacters) {
  EXPECT_EQ(in_text("&#0;"), "\uFFFD");
  EXPECT_EQ(in_text("&#xD800;"), "\uFFFD");
  EXPECT_EQ(in_text("&#x110000;"), "\uFFFD");
  EXPECT_EQ(in_text("&#99999999999999999999;"), "\uFFFD");
  EXPECT_EQ(in_text("&#128;&#x99;"), "€™");
  EXPECT_EQ(in_text("&#65&#x42"), "AB");
}

// Returns the decoded input of a tokenizer case: its text, or the value of its only tag's
// attribute.
std::string decoded(const std::string& input, const nlohmann::json& output) {
  if (output[0] == "Character") return in_text(input);
  const Tag tag{.start = 0,
                .length = static_cast<std::uint32_t>(input.size()),
                .name_length = 1,
                .name_offset = 1};
  const auto raw = find_attribute(input, tag, "a");
  return raw ? decode_attribute(*raw) : "no attribute";
}

TEST(EntitiesTest, AgreesWithHtml5lib) {
  if (!testkit::has_test_data("html5lib-tests/tokenizer")) return;
  std::size_t cases = 0;
  for (const char* file : {"namedEntities", "numericEntities", "entities"}) {
    const auto path =
        testkit::test_data("html5lib-tests/tokenizer") / (std::string(file) + ".test");
    const auto cases_of_file = nlohmann::json::parse(testkit::read_file(path));
    for (const auto& test : cases_of_file.at("tests")) {
      const std::string input = test["input"];
      ASSERT_EQ(test["output"].size(), 1u) << input;
      const auto& output = test["output"][0];
      const std::string expected = output[0] == "Character" ? output[1] : output[2]["a"];
      EXPECT_EQ(decoded(input, output), expected) << input;
      ++cases;
    }
  }
  EXPECT_EQ(cases, 4210u + 336u + 80u);
}

}  // namespace
}  // namespace freshet
