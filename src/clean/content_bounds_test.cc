// Hostile pages: each would take hours in a reader that is quadratic somewhere.
#include <gtest/gtest.h>

#include <ctime>
#include <string>

#include "clean/content.h"
#include "clean/content_facts.h"
#include "clean/content_markdown.h"
#include "clean/shipped_content.h"

namespace freshet {
namespace {

// With sanitizers; a release build takes some hundred milliseconds.
constexpr double kCpuSecondsMax = 30;

std::string repeated(std::string_view piece, std::size_t times) {
  std::string text;
  text.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

// Reads everything that the commands ask of a page. Returns its main text.
MainText read_all_of(const std::string& page) {
  const std::clock_t start = std::clock();
  const TagIndex index = index_tags(page, Scripting::off);
  MainText main = find_main_text(page, index, Scripting::off, shipped_content_model());
  add_headings(main);
  static_cast<void>(main_markdown(page, index, Scripting::off, main, std::nullopt));
  static_cast<void>(read_content_facts(page, index, Scripting::off));
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, kCpuSecondsMax);
  EXPECT_LE(main.page.blocks.size(), kContentBlocksMax);
  EXPECT_LE(main.page.elements.size(), kContentElementsMax);
  return main;
}

TEST(ContentBounds, OneHugeText) {
  const std::string words = repeated("word, ", 10'000'000 / 6);
  const MainText main = read_all_of("<title>t</title><p>" + words);
  ASSERT_EQ(main.page.blocks.size(), 1U);
  EXPECT_TRUE(main.scores[0].is_main);
  EXPECT_EQ(read_all_of("<p>" + std::string(10'000'000, 'x')).page.blocks.size(), 1U);
}

TEST(ContentBounds, HalfAMillionTokens) {
  read_all_of(repeated("<i>x", 250'000));
  EXPECT_EQ(read_all_of(repeated("<p>x", 250'000)).page.blocks.size(), kContentBlocksMax);
  read_all_of(repeated("<h2>x</h2>", 50'000));
  read_all_of("<table>" + repeated("<tr><td>a<td>b", 100'000));
}

TEST(ContentBounds, DeepNesting) {
  read_all_of(repeated("<div>", 250'000) + "x");
  read_all_of(repeated("<ul><li>x", 50'000));
  read_all_of(repeated("<blockquote>x<b>", 50'000));
  read_all_of("<h1>" + repeated("<div>x", 50'000));
}

TEST(ContentBounds, TagsThatDoNotMatch) {
  read_all_of(repeated("<b>x</div>", 50'000));
  read_all_of(repeated("<a href=y>x<p>", 50'000));
  read_all_of(repeated("</h1></pre>x", 50'000));
  read_all_of(repeated("<pre>x<h1>", 50'000));
}

TEST(ContentBounds, LongAttributesAndTitles) {
  read_all_of("<p " + repeated("class=c ", 250'000) + ">x");
  read_all_of("<p class='" + repeated("aB-", 500'000) + "'>x");
  read_all_of("<title>" + repeated("x y ", 250'000) + "</title>" + repeated("<p>y z", 40'000));
  read_all_of(repeated("<script type=application/ld+json>{\"author\":</script><p>x", 50'000));
}

}  // namespace
}  // namespace freshet
