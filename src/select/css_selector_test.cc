#include "select/css_selector.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "testkit/oracle.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

// Returns the ids of the elements that `selector` finds in `body`, or the error.
std::string ids(std::string_view body, std::string_view selector) {
  const std::string page = fmt::format("<!doctype html><body>{}", body);
  const HtmlTree tree = parse_html_tree(page, Scripting::off);
  const auto parsed = CssSelector::parse(selector);
  if (!parsed) return parsed.error().message;
  const auto found = parsed->find(tree);
  if (!found) return found.error().message;
  std::string out;
  for (const NodeNumber node : *found)
    tree.each_attribute(node, [&](const std::string& name, const std::string& value) {
      if (name == "id") out += (out.empty() ? "" : " ") + value;
    });
  return out;
}

TEST(CssSelector, SelectsByNameClassAndAttribute) {
  constexpr std::string_view kBody =
      "<p id=1 class='lead red' lang=en-GB><A id=2 HREF=/x title='a b'><i id=3 Data-X=Y></i></a>";
  EXPECT_EQ(ids(kBody, "P"), "1");
  EXPECT_EQ(ids(kBody, ".red.lead"), "1");
  EXPECT_EQ(ids(kBody, "#\\32"), "2");
  EXPECT_EQ(ids(kBody, "[href]"), "2");
  EXPECT_EQ(ids(kBody, "[title~='b']"), "2");
  EXPECT_EQ(ids(kBody, "[lang|=en]"), "1");
  EXPECT_EQ(ids(kBody, "[lang|=EN]"), "1");
  EXPECT_EQ(ids(kBody, "[data-x=y]"), "");
  EXPECT_EQ(ids(kBody, "[data-x = y i]"), "3");
  EXPECT_EQ(ids(kBody, "[href^='/'][href$=x][href*=\"/x\"]"), "2");
  EXPECT_EQ(ids(kBody, "[href*='']"), "");
  EXPECT_EQ(ids(kBody, "p, i"), "1 3");
}

TEST(CssSelector, Combines) {
  constexpr std::string_view kBody =
      "<ul id=u><li id=a><b id=b>x</b><li id=c><b id=d>y</b><li id=e></ul><p id=p>";
  EXPECT_EQ(ids(kBody, "ul b"), "b d");
  EXPECT_EQ(ids(kBody, "ul > b"), "");
  EXPECT_EQ(ids(kBody, "li + li > b"), "d");
  EXPECT_EQ(ids(kBody, "#a ~ li"), "c e");
  EXPECT_EQ(ids(kBody, "body>*"), "u p");
  EXPECT_EQ(ids(kBody, "ul /* a comment */ b"), "b d");
}

TEST(CssSelector, CountsChildren) {
  constexpr std::string_view kBody =
      "<div><p id=1><p id=2 class=x><h2 id=3></h2><p id=4 class=x><p id=5></div>";
  EXPECT_EQ(ids(kBody, "div > :nth-child(odd)"), "1 3 5");
  EXPECT_EQ(ids(kBody, "div > :nth-child( 2n + 2 )"), "2 4");
  EXPECT_EQ(ids(kBody, "p:nth-child(-n+3)"), "1 2");
  EXPECT_EQ(ids(kBody, "p:nth-of-type(3)"), "4");
  EXPECT_EQ(ids(kBody, "p:nth-last-child(2)"), "4");
  EXPECT_EQ(ids(kBody, "div :nth-child(2 of .x)"), "4");
  EXPECT_EQ(ids(kBody, "h2:only-of-type"), "3");
  EXPECT_EQ(ids(kBody, "div > :first-child, div > :last-child"), "1 5");
}

TEST(CssSelector, NestsSelectors) {
  constexpr std::string_view kBody =
      "<div id=1><p id=2>x<b id=3>y</b></div><div id=4 class=a><p id=5></p><p id=6></div>";
  EXPECT_EQ(ids(kBody, "div:has(b)"), "1");
  EXPECT_EQ(ids(kBody, "div:has(> b)"), "");
  EXPECT_EQ(ids(kBody, "p:has(+ p)"), "5");
  EXPECT_EQ(ids(kBody, "div:not(.a, :has(i)) p"), "2");
  EXPECT_EQ(ids(kBody, ":is(div, p):where(.a)"), "4");
  EXPECT_EQ(ids(kBody, "p:empty"), "5 6");
}

TEST(CssSelector, SaysWhatIsWrongAndWhere) {
  const auto problem = [](std::string_view selector) { return ids("", selector); };
  EXPECT_EQ(problem(""), "a selector is expected, not end, at byte 1 of the selector");
  EXPECT_EQ(problem("div >"), "a selector is expected, not end, at byte 6 of the selector");
  EXPECT_EQ(problem("a[href"),
            "an operator such as = or *= is expected, not end, at byte 7 of the selector");
  EXPECT_EQ(problem("p:hover"),
            "the pseudo-class :hover is not supported, at byte 3 of the selector");
  EXPECT_EQ(problem("p::before"),
            "pseudo-elements select no element of the page, at byte 3 of the selector");
  EXPECT_EQ(problem("p:contains('x')"),
            "the pseudo-class :contains() is not supported, at byte 3 of the selector");
  EXPECT_EQ(problem("p)"), "there is an unexpected \")\", at byte 2 of the selector");
  EXPECT_EQ(problem("li:nth-child(x)"),
            "a number, odd, even or 2n+1 is expected, not \"x\", at byte 14 of the selector");
  EXPECT_EQ(problem(std::string(5000, 'a')), "the selector is longer than 4096 bytes");
  EXPECT_EQ(problem(":is(:is(:is(:is(:is(:is(:is(:is(:is(p)))))))))"),
            "the selector is nested too deeply, at byte 37 of the selector");
}

TEST(CssSelector, GivesUpOnASearchWithoutEnd) {
  std::string page;
  for (int i = 0; i < 1500; ++i) page += "<b>";
  EXPECT_EQ(ids(page, "b b b b b b b b i"), "");
  EXPECT_EQ(ids(page, "i b b b b b").substr(0, 27), "the selector takes more tha");
}

// The page decides how long an attribute is, and how often it is compared.
TEST(CssSelector, CountsTheBytesOfAttributes) {
  std::string page = "<div id=1 class='" + std::string(1'000'000, ' ') + "a'><i>";
  for (int i = 0; i < 5000; ++i) page += "<b class=b></b>";
  EXPECT_EQ(ids(page, ".a").substr(0, 1), "1");
  EXPECT_EQ(ids(page, ".x .b").substr(0, 27), "the selector takes more tha");
}

TEST(CssSelector, ReadsElementsWithManyAttributesOnce) {
  std::string page = "<div";
  for (int i = 0; i < 200'000; ++i) page += " a" + std::to_string(i);
  page += " x=1><i>";
  for (int i = 0; i < 5000; ++i) page += "<b class=b></b>";
  EXPECT_EQ(ids(page, "[y] .b"), "");
  EXPECT_EQ(ids(page + "<b class=b id=1>", "[x] .b[id], :not([x] *, *)"), "1");
}

TEST(CssSelector, CountsTheRowsOfALongTable) {
  std::string page;
  for (int i = 0; i < 20'000; ++i) page += "<p></p>";
  EXPECT_EQ(ids(page + "<p id=1></p>", "p:nth-child(20001)"), "1");
  EXPECT_EQ(ids("<p id=1></p>" + page, "p:nth-child(1)"), "1");
  EXPECT_EQ(ids(page + "<p id=1></p>", "p:nth-last-child(1)"), "1");
  EXPECT_EQ(ids("<h1 id=1></h1>" + page + "<h1 id=2></h1>", "h1:nth-of-type(2n)"), "2");
}

// Every tenth of the real pages, if it is not long.
std::vector<std::string> some_pages() {
  std::vector<std::string> pages;
  const std::vector<std::string> all = testkit::real_page_texts();
  for (std::size_t i = 0; i < all.size(); i += 10)
    if (all[i].size() < 400'000) pages.push_back(all[i]);
  return pages;
}

TEST(CssSelectorBrowserTest, SelectsWhatABrowserSelects) {
  const std::vector<std::string> selectors = {"div",
                                              "ul > li:nth-child(2)",
                                              "p + p",
                                              "h1 ~ p, h2 ~ p",
                                              "li:last-child",
                                              "div:not([class])",
                                              "a[href^=\"http\"]",
                                              "[class*=\"-\"]",
                                              "td:nth-of-type(2n+1)",
                                              ":is(h1, h2, h3)",
                                              "div:has(> p)",
                                              ":has(h2 + p) a",
                                              "*:empty",
                                              "img:not([alt])",
                                              "p:only-child",
                                              "li:nth-last-child(-n+3)",
                                              "a:link",
                                              ":root > body > *",
                                              "li:nth-child(2 of [class])",
                                              "svg *",
                                              "[id]:first-of-type",
                                              "meta[name=\"description\" i]",
                                              "[rel~=STYLESHEET]",
                                              "head > :nth-child(n+2):not(script, link)",
                                              "table tr td:first-child"};
  if (!testkit::has_test_data("real-pages.tar.zst")) return;
  const std::vector<std::string> pages = some_pages();
  const auto answers = nlohmann::json::parse(
      testkit::run_oracle_once("select.mjs", selectors, testkit::pack_inputs(pages)));
  std::size_t compared = 0;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const HtmlTree tree = parse_html_tree(pages[i], Scripting::off);
    std::map<NodeNumber, std::size_t> place;
    for (NodeNumber node = 0; node != kNoNode; node = tree.next_in(node, 0))
      if (tree.is_element(node)) place.emplace(node, place.size());
    EXPECT_EQ(place.size(), answers[i]["elements"]) << "page " << i;
    const auto places = [&](const std::string& selector) {
      std::vector<std::size_t> found;
      const auto parsed = CssSelector::parse(selector);
      EXPECT_TRUE(parsed) << selector;
      const auto nodes = parsed->find(tree);
      EXPECT_TRUE(nodes) << selector;
      for (const NodeNumber node : *nodes) found.push_back(place.at(node));
      return found;
    };
    for (std::size_t s = 0; s < selectors.size(); ++s, ++compared)
      EXPECT_EQ(places(selectors[s]), answers[i]["found"][s].get<std::vector<std::size_t>>())
          << "page " << i << ": " << selectors[s];
    for (const auto& path : answers[i]["paths"]) {
      EXPECT_EQ(places(path[0]), std::vector<std::size_t>{path[1].get<std::size_t>()})
          << "page " << i << ": " << path[0];
      ++compared;
    }
  }
  EXPECT_GT(compared, 1000u);
}

}  // namespace
}  // namespace freshet
