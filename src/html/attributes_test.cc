#include "html/attributes.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

// A page that is one tag.
class AttributesTest : public testing::Test {
 protected:
  void tag(std::string text) {
    text_ = std::move(text);
    const std::size_t name_end = text_.find_first_of(" \n\t/>");
    tag_ = {.start = 0,
            .length = static_cast<std::uint32_t>(text_.size()),
            .name_offset = 1,
            .name_length = static_cast<std::uint32_t>(name_end - 1)};
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

// The parse errors of section 13.2.5.32 ff. and what comes of them.
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

}  // namespace
}  // namespace freshet
