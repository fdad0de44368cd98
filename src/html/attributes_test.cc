#include "html/attributes.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

std::string decode_nul(std::string_view text) {
  std::string decoded;
  for (const char c : text) decoded += c == '\0' ? "\uFFFD" : std::string(1, c);
  return decoded;
}

// A page that is one tag.
class AttributesTest : public testing::Test {
 protected:
  void tag(std::string text) {
    text_ = std::move(text);
    const std::size_t name_end = text_.find_first_of(" \n\t/>");
    tag_ = {.start = 0,
            .length = static_cast<std::uint32_t>(text_.size()),
            .name_length = static_cast<std::uint32_t>(name_end - 1),
            .name_offset = 1};
  }

  std::string list() const {
    std::string all;
    for_each_attribute(text_, tag_, [&](std::string_view name, std::string_view value) {
      all += std::string(name) + "[" + decode_attribute(value) + "]";
    });
    return all;
  }

  std::string attributes(std::string text) {
    tag(std::move(text));
    return list();
  }

  std::string value(std::string_view name) const {
    const auto raw = find_attribute(text_, tag_, name);
    return raw ? decode_attribute(*raw) : "none";
  }

  bool self_closing(std::string text) {
    tag(std::move(text));
    return is_self_closing(text_, tag_);
  }

  std::string text_;
  Tag tag_{};
};

TEST_F(AttributesTest, ReadsQuotedUnquotedAndEmptyOnes) {
  EXPECT_EQ(attributes("<a href=\"/x\" title='y z' id=i checked>"),
            "href[/x]title[y z]id[i]checked[]");
  EXPECT_EQ(attributes("<a>"), "");
  EXPECT_EQ(attributes("<a\n\thref\n=\n'x'\n>"), "href[x]");
  EXPECT_EQ(attributes("<a b=\"\" c=''>"), "b[]c[]");
}

// The parse errors of section 13.2.5.32 ff. and their results.
TEST_F(AttributesTest, ReadsSloppyTagsAsABrowserDoes) {
  EXPECT_EQ(attributes("<a =b>"), "=b[]");
  EXPECT_EQ(attributes("<a ==b>"), "=[b]");
  EXPECT_EQ(attributes("<a b=>"), "b[]");
  EXPECT_EQ(attributes("<a b='c'd='e'>"), "b[c]d[e]");
  EXPECT_EQ(attributes("<a b=c\"d'e>"), "b[c\"d'e]");
  EXPECT_EQ(attributes("<a b/c=/d/>"), "b[]c[/d/]");
  EXPECT_EQ(attributes("<a b='>'>"), "b[>]");
  EXPECT_EQ(attributes("<a <b 'c\">"), "<b[]'c\"[]");
}

TEST_F(AttributesTest, FindsTheFirstOfThatNameInAnyCase) {
  tag("<a HREF=1 href=2 Title=3>");
  EXPECT_EQ(value("href"), "1");
  EXPECT_EQ(value("title"), "3");
  EXPECT_EQ(value("rel"), "none");
  const auto [href, rel, title] =
      find_attributes(text_, tag_, std::array<std::string_view, 3>{"href", "rel", "title"});
  EXPECT_EQ(href, "1");
  EXPECT_FALSE(rel);
  EXPECT_EQ(title, "3");
}

TEST_F(AttributesTest, DecodesReferencesLineEndsAndNul) {
  EXPECT_EQ(decode_attribute("?a&amp;b&copy=c"), "?a&b&copy=c");
  EXPECT_EQ(decode_attribute("a\r\nb\rc\nd\r"), "a\nb\nc\nd\n");
  EXPECT_EQ(decode_attribute(std::string_view("a\0&lt\0", 6)), "a\uFFFD<\uFFFD");
}

TEST_F(AttributesTest, KnowsWhichSlashClosesTheTag) {
  EXPECT_TRUE(self_closing("<br/>"));
  EXPECT_TRUE(self_closing("<a b='c'/>"));
  EXPECT_TRUE(self_closing("<a b/>"));
  EXPECT_FALSE(self_closing("<a b=c/>"));
  EXPECT_FALSE(self_closing("<a b=/>"));
  EXPECT_FALSE(self_closing("<a b='/'>"));
  EXPECT_FALSE(self_closing("<a / >"));
}

// Returns the attributes of all start tags of `text` in html5lib's form: an array of objects.
nlohmann::json all_attributes(const std::string& text) {
  auto tags = nlohmann::json::array();
  for (const Tag& tag : index_tags(text, Scripting::off)) {
    if (tag.is_end()) continue;
    auto attributes = nlohmann::json::object();
    for_each_attribute(text, tag, [&](std::string_view name, std::string_view value) {
      // Done by the tokenizer's caller: names in lower case, NUL replaced.
      const std::string key = ascii_lower(decode_nul(name));
      if (!attributes.contains(key)) attributes[key] = decode_attribute(value);
    });
    tags.push_back(attributes);
  }
  return tags;
}

// All cases that begin in the data state; the others are about tag boundaries.
TEST_F(AttributesTest, AgreesWithHtml5lib) {
  if (!testkit::has_test_data("html5lib-tests/tokenizer")) return;
  std::size_t tags = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(testkit::test_data("html5lib-tests/tokenizer"))) {
    if (entry.path().extension() != ".test" || entry.path().stem() == "xmlViolation") continue;
    const auto file = nlohmann::json::parse(testkit::read_file(entry.path()));
    for (const auto& test : file.at("tests")) {
      if (test.contains("initialStates") || test.contains("doubleEscaped")) continue;
      auto expected = nlohmann::json::array();
      for (const auto& token : test.at("output"))
        if (token[0] == "StartTag") expected.push_back(token[2]);
      EXPECT_EQ(all_attributes(test.at("input")), expected) << test.at("input");
      tags += expected.size();
    }
  }
  EXPECT_GT(tags, 300u);
}

}  // namespace
}  // namespace freshet
