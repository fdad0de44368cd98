#include "clean/block_tokens.h"

#include <gtest/gtest.h>

#include <set>

namespace freshet {
namespace {

struct Marked {
  ContentPage page;
  ElementMarks marks;
  TokenNames names;
};

Marked mark(std::string_view html) {
  Marked marked;
  const TagIndex index = index_tags(html, Scripting::off);
  marked.page = read_content_blocks(html, index, Scripting::off);
  marked.marks = read_element_marks(html, index, marked.page, &marked.names);
  return marked;
}

std::set<std::string> tokens(std::string_view html) {
  std::set<std::string> names;
  for (const auto& [hash, name] : mark(html).names) names.insert(name);
  return names;
}

using Names = std::set<std::string>;

TEST(BlockTokens, AreTheWordsOfClassesAndIds) {
  EXPECT_EQ(tokens("<div class='postContent main-body' id=Top>x</div>"),
            (Names{"post", "content", "=postcontent", "main", "body", "=main-body", "#top"}));
}

TEST(BlockTokens, HaveNoNumbersAndNoSingleLetters) {
  EXPECT_EQ(tokens("<p class='col-12 a b3'>x</p>"), (Names{"col"}));
}

TEST(BlockTokens, OfElementsWithoutTextAreNotRead) {
  EXPECT_EQ(tokens("<div class=empty></div><p class=full>x"), (Names{"full"}));
}

TEST(BlockTokens, LongNamesAreIgnored) {
  EXPECT_EQ(tokens("<p class='" + std::string(kTokenBytesMax + 1, 'x') + "'>x"), Names{});
}

std::uint32_t flags(std::string_view html) {
  const Marked marked = mark(html);
  return marked.marks.flags[marked.page.blocks.at(0).element];
}

TEST(BlockTokens, FlagsAreThoseOfAllAncestors) {
  EXPECT_EQ(flags("<nav><ul><li>x"), kElementNav | kElementList);
  EXPECT_EQ(flags("<div role=Main><p>x"), kElementMain);
  EXPECT_EQ(flags("<div style='Display : none'><p>x"), kElementHidden);
  EXPECT_EQ(flags("<div aria-hidden=true><h2>x"), kElementHidden | kElementHeading);
  EXPECT_EQ(flags("<div aria-hidden=false><p>x"), 0U);
}

}  // namespace
}  // namespace freshet
