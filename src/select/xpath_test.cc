#include "select/xpath.h"

#include <gtest/gtest.h>

#include "select/element_text.h"

namespace freshet {
namespace {

std::string shown(const Result<std::vector<XPathMatch>>& found, const HtmlTree* tree) {
  if (!found) return found.error().message;
  std::string out;
  for (const XPathMatch& match : *found) {
    if (!out.empty()) out += " | ";
    out += match.element ? "<" + element_label(*tree, *match.element) + "> " +
                               element_text(*tree, *match.element)
                         : match.text;
  }
  return out;
}

std::string in_page(std::string_view page, std::string_view expression) {
  const HtmlTree tree = parse_html_tree(page, Scripting::off);
  const auto path = XPath::parse(expression);
  return path ? shown(path->find(tree), &tree) : path.error().message;
}

std::string found_in_xml(std::string_view text, std::string_view expression) {
  const auto tree = parse_xml(text);
  const auto path = XPath::parse(expression);
  return path ? shown(path->find(*tree), nullptr) : path.error().message;
}

constexpr std::string_view kTable =
    "<table id=t><tr><td>a<td>b<tr><td class='x y'>c<td>d</table><p>e<!-- -->f<br>g";

TEST(XPath, FindsWhatABrowserCopies) {
  EXPECT_EQ(in_page(kTable, "/html/body/table/tbody/tr[2]/td[1]"), "<td.x.y> c");
  EXPECT_EQ(in_page(kTable, "//*[@id=\"t\"]/tbody/tr[1]/td[2]"), "<td> b");
  EXPECT_EQ(in_page(kTable, "//p/text()[2]"), "f");
  EXPECT_EQ(in_page(kTable, "id('t')//td[last()]"), "<td> b | <td> d");
}

TEST(XPath, FindsAttributesTextsAndValues) {
  EXPECT_EQ(in_page(kTable, "//td/@class"), "x y");
  EXPECT_EQ(in_page(kTable, "//td[contains(@class, 'x')]/text()"), "c");
  EXPECT_EQ(in_page(kTable, "count(//td)"), "4");
  EXPECT_EQ(in_page(kTable, "string(//td[3])"), "");
  EXPECT_EQ(in_page(kTable, "concat(//tr[1]/td, '-', //tr[2]/td)"), "a-c");
  EXPECT_EQ(in_page(kTable, "//td[1] = 'c'"), "true");
  EXPECT_EQ(in_page(kTable, "//td[1] = 'z'"), "");
  EXPECT_EQ(in_page(kTable, "//th"), "");
}

TEST(XPath, AnswersInDocumentOrder) {
  EXPECT_EQ(in_page(kTable, "//td[2] | //td[1]"), "<td> a | <td> b | <td.x.y> c | <td> d");
  EXPECT_EQ(in_page(kTable, "//td[. = 'd']/preceding::td"), "<td> a | <td> b | <td.x.y> c");
}

TEST(XPath, IgnoresNamespacesOfHtml) {
  EXPECT_EQ(in_page("<svg><circle r=1><title>t</title></svg>", "//svg/circle/@r"), "1");
  EXPECT_EQ(in_page("<template><p>a</template><p>b", "//p"), "<p> b");
}

TEST(XPath, FindsEntriesOfFeeds) {
  constexpr std::string_view kAtom =
      "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:media='http://search.yahoo.com/mrss/'>"
      "<entry><title>One</title><link href='/1'/><media:content url='u'/></entry>"
      "<entry><title>Two</title></entry></feed>";
  EXPECT_EQ(found_in_xml(kAtom, "//entry/title"), "One | Two");
  EXPECT_EQ(found_in_xml(kAtom, "/feed/entry[1]/link/@href"), "/1");
  EXPECT_EQ(found_in_xml(kAtom, "//media:content/@url"), "u");
  EXPECT_EQ(found_in_xml(kAtom, "//itunes:author"), "");
}

TEST(XPath, FindsARootWithAPrefix) {
  constexpr std::string_view kRss1 =
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
      "xmlns='http://purl.org/rss/1.0/'><item rdf:about='/1'><title>One</title></item></rdf:RDF>";
  EXPECT_EQ(found_in_xml(kRss1, "/rdf:RDF/item/title"), "One");
  EXPECT_EQ(found_in_xml(kRss1, "//item/@rdf:about"), "/1");
  EXPECT_EQ(found_in_xml(kRss1, "name(/*)"), "rdf:RDF");
}

std::string xpath_problem(std::string_view expression) {
  const auto path = XPath::parse(expression);
  if (path) return "none";
  EXPECT_EQ(path.error().code, Errc::invalid);
  return path.error().message;
}

TEST(XPath, SaysWhereAnExpressionIsWrong) {
  EXPECT_EQ(xpath_problem("//a["),
            "the expression is wrong or ends too early, at byte 5 of the XPath");
  EXPECT_EQ(xpath_problem("//a]"),
            "the expression is wrong or ends too early, at byte 4 of the XPath");
  EXPECT_EQ(xpath_problem(""), "the expression is wrong or ends too early, at byte 1 of the XPath");
  EXPECT_EQ(xpath_problem("//a[matches(., 'x')]"),
            "XPath 1.0 has no function matches(), at byte 5 of the XPath");
  EXPECT_EQ(xpath_problem("document('file:///etc/passwd')"),
            "XPath 1.0 has no function document(), at byte 1 of the XPath");
  EXPECT_EQ(xpath_problem("//a[$x]"), "there are no variables, at byte 5 of the XPath");
  EXPECT_EQ(xpath_problem("//a[. = 'x]"), "the text is not closed, at byte 9 of the XPath");
  EXPECT_EQ(xpath_problem("//a[1"), "the condition is not closed by a ], at byte 6 of the XPath");
  EXPECT_EQ(xpath_problem("(a) and (b) or //text() | descendant::node()"), "none");
  EXPECT_EQ(xpath_problem(std::string(100, '(')),
            "the expression is nested too deeply, at byte 33 of the XPath");
  EXPECT_EQ(xpath_problem(std::string(5000, '/')), "the XPath is longer than 4096 bytes");
}

TEST(XPath, GivesUpOnASearchWithoutEnd) {
  std::string page;
  for (int i = 0; i < 3000; ++i) page += "<p>word word word word word word word word word</p>";
  EXPECT_EQ(in_page(page, "//p[count(//p[count(//p) > 1]) > 1]").substr(0, 25),
            "the XPath takes more than");
}

TEST(XPath, CountsTheTextsThatAreMade) {
  std::string page;
  for (int i = 0; i < 3000; ++i) page += "<p>word word word word word word word word word</p>";
  EXPECT_EQ(in_page(page,
                    "//p[contains(/, 'zzz')][contains(/, 'zzz')] | //*[string-length(/) = "
                    "string-length(translate(/, 'a', 'b')) + 1]")
                .substr(0, 25),
            "the XPath takes more than");
}

// In time that does not grow with the square of the number of results.
TEST(XPath, SortsManySiblings) {
  std::string page;
  for (int i = 0; i < 100'000; ++i) page += "<b>x</b> y ";
  EXPECT_EQ(XPath::parse("//b[last()]/preceding-sibling::b")
                ->find(parse_html_tree(page, Scripting::off))
                ->size(),
            kXPathFoundMax);
}

// Of a text or an attribute too, which may be as long as the page.
TEST(XPath, CountsTheTextsOfSingleNodes) {
  const std::string word(100'000, 'a');
  std::string page = "<p title='" + word + "'>" + word;
  for (int i = 0; i < 1000; ++i) page += "<b></b>";
  for (const std::string_view expression :
       {"//b[contains(//p/text(), 'z')]", "//b[contains(//p/@title, 'z')]"})
    EXPECT_EQ(in_page(page, expression).substr(0, 25), "the XPath takes more than") << expression;
}

TEST(XPath, RefusesAPageWithTooManyAttributes) {
  std::string tag = "<b";
  for (int i = 0; i < 1000; ++i) tag += " a" + std::to_string(i);
  std::string page;
  for (int i = 0; i < 501; ++i) page += tag + "></b>";
  EXPECT_EQ(in_page(page, "count(//b)"),
            "the page has more than 500000 nodes or attributes, too many for XPath");
}

TEST(XPath, LeavesOutResultsBeyondABound) {
  std::string xml;
  for (int i = 0; i < 100; ++i) xml += "<a>";
  xml += std::string(1'000'000, 'x');
  for (int i = 0; i < 100; ++i) xml += "</a>";
  const auto found = XPath::parse("//a")->find(*parse_xml(xml));
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->size(), 9u);
}

}  // namespace
}  // namespace freshet
