#include "watch/page_part.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

WatchPart css(std::string expression) { return {WatchPart::Kind::css, std::move(expression)}; }
WatchPart xpath(std::string expression) { return {WatchPart::Kind::xpath, std::move(expression)}; }
WatchPart json_path(std::string expression) {
  return {WatchPart::Kind::json_path, std::move(expression)};
}
WatchPart regex(std::string expression) { return {WatchPart::Kind::regex, std::move(expression)}; }

PartText part_of(const WatchSpec& spec, std::string_view body,
                 std::string_view content_type = "text/html; charset=utf-8") {
  const auto reader = PartReader::make(spec);
  EXPECT_TRUE(reader) << reader.error().message;
  auto part = reader->read({.content_type = content_type, .body = body});
  EXPECT_TRUE(part) << part.error().message;
  return *part;
}

// Returns the lines, parted by " / ".
std::string lines_in(const WatchSpec& spec, std::string_view body,
                     std::string_view content_type = "text/html; charset=utf-8") {
  const PartText part = part_of(spec, body, content_type);
  if (!part.is_found) return part.problem;
  std::string out;
  for (const WatchLine& line : part.lines) out += (out.empty() ? "" : " / ") + line.text;
  return out;
}

std::string spec_problem(const WatchSpec& spec) {
  const auto reader = PartReader::make(spec);
  if (reader) return "none";
  EXPECT_EQ(reader.error().code, Errc::invalid);
  return reader.error().message;
}

constexpr std::string_view kShop =
    "<!doctype html><title>Shop &amp;\n more</title><nav><a href=/>Home</a><a "
    "href=/all>All</a></nav><main>"
    "<h1>Red shoe</h1><p id=price>Price: <b>12.50</b> EUR<p class=stock>In stock<table><tr><td>size"
    "<td>42</table><img id=i alt='A shoe'></main><footer>Imprint 2026</footer>";

TEST(PagePart, OfAWholePageIsItsContent) {
  EXPECT_EQ(lines_in({}, kShop), "Red shoe / Price: 12.50 EUR / In stock / size 42");
  EXPECT_EQ(part_of({}, kShop).title, "Shop & more");
}

TEST(PagePart, IsFoundBySelectorsAndExpressions) {
  EXPECT_EQ(lines_in({.parts = {css("#price b")}}, kShop), "12.50");
  EXPECT_EQ(lines_in({.parts = {xpath("//table/tbody/tr/td[2]")}}, kShop), "42");
  EXPECT_EQ(lines_in({.parts = {xpath("//p/@class")}}, kShop), "stock");
  EXPECT_EQ(lines_in({.parts = {regex("Price: ([\\d.]+)")}}, kShop), "12.50");
  EXPECT_EQ(lines_in({.parts = {css("#i")}}, kShop), "A shoe");
  EXPECT_EQ(lines_in({.parts = {css(".stock"), css("h1")}}, kShop), "In stock / Red shoe");
  EXPECT_EQ(lines_in({.parts = {css("main, #price")}}, kShop),
            "Red shoe / Price: 12.50 EUR / In stock / size / 42");
}

TEST(PagePart, ThatIsNotThereSaysSo) {
  EXPECT_EQ(lines_in({.parts = {css("#no")}}, kShop),
            "the CSS selector \"#no\" finds nothing on the page (HTML)");
  EXPECT_EQ(lines_in({.parts = {css("#no"), xpath("//no")}}, kShop),
            "none of the 2 parts is on the page (HTML)");
  EXPECT_EQ(lines_in({.parts = {css("#no"), css("h1")}}, kShop), "Red shoe");
  EXPECT_EQ(lines_in({.parts = {json_path("$.a")}}, kShop),
            "the JSONPath \"$.a\" finds nothing on the page (HTML)");
}

TEST(PagePart, IsReadWithoutRemovedParts) {
  EXPECT_EQ(lines_in({.removed_parts = {css("table"), xpath("//p[@class='stock']")}}, kShop),
            "Red shoe / Price: 12.50 EUR");
  EXPECT_EQ(lines_in({.parts = {css("main")}, .removed_parts = {css("h1, table")}}, kShop),
            "Price: 12.50 EUR / In stock");
}

TEST(PagePart, CountsTheLinesThatAreAskedFor) {
  constexpr std::string_view kText = "beta\n  alpha  \n\nbeta\nUpdated 12:03\n";
  EXPECT_EQ(lines_in({}, kText, "text/plain"), "beta / alpha / beta / Updated 12:03");
  EXPECT_EQ(lines_in({.ignored = {{"updated"}}}, kText, "text/plain"), "beta / alpha / beta");
  EXPECT_EQ(lines_in({.ignored = {{"^\\S+ \\d+:\\d+$", true}}}, kText, "text/plain"),
            "beta / alpha / beta");
  EXPECT_EQ(lines_in({.kept = {{"ALPHA"}, {"updated"}}}, kText, "text/plain"),
            "alpha / Updated 12:03");
  EXPECT_EQ(lines_in({.sorts_lines = true, .drops_repeated_lines = true}, kText, "text/plain"),
            "Updated 12:03 / alpha / beta");
  EXPECT_EQ(lines_in({.trims_lines = false}, "  a\n b ", "text/plain"), "  a /  b ");
}

TEST(PagePart, OfOneLongLineIsItsBeginning) {
  const std::string text = std::string(kWatchTextBytesMax - 1, 'a') + "ä and more";
  const PartText part = part_of({}, text, "text/plain");
  EXPECT_TRUE(part.is_cut);
  ASSERT_EQ(part.lines.size(), 1u);
  EXPECT_EQ(part.lines[0].text, std::string(kWatchTextBytesMax - 1, 'a'));
  EXPECT_FALSE(part_of({}, text.substr(0, kWatchTextBytesMax - 1), "text/plain").is_cut);
}

TEST(PagePart, OfJsonIsItsMembers) {
  constexpr std::string_view kJson = R"({"b": [1, "two"], "a": {"price": 3.5}})";
  EXPECT_EQ(
      lines_in({.trims_lines = false}, kJson, "application/json"),
      "{ /   \"a\": { /     \"price\": 3.5 /   } /   \"b\": [ /     1 /     \"two\" /   ] / }");
  EXPECT_EQ(lines_in({.parts = {json_path("$..price")}}, kJson, "application/json"), "3.5");
  EXPECT_EQ(lines_in({.parts = {json_path("$.b[1]")}}, kJson, "text/html"), "two");
  EXPECT_EQ(lines_in({.parts = {regex("\"price\": (\\d)")}}, kJson, "application/json"), "3");
  EXPECT_EQ(lines_in({}, "{broken", "application/json"), "{broken");
}

TEST(PagePart, OfAFeedIsItsEntries) {
  constexpr std::string_view kRss =
      "<?xml version='1.0' encoding='iso-8859-1'?><rss><channel><title>News</title><lastBuildDate>"
      "now</lastBuildDate><item><title>Caf\xe9</title><link>https://a.example/1</link><description>"
      "&lt;p&gt;Long &lt;b&gt;text&lt;/b&gt;&lt;/p&gt;</description><pubDate>Mon</pubDate></item>"
      "<item><guid>two</guid></item></channel></rss>";
  EXPECT_EQ(lines_in({}, kRss, "application/rss+xml"),
            "Café · Mon · https://a.example/1 · Long text / two");
  EXPECT_EQ(lines_in({}, kRss, "text/html"), "Café · Mon · https://a.example/1 · Long text / two");
  EXPECT_EQ(lines_in({.parts = {xpath("//item/title")}}, kRss, "application/xml"), "Café");
  EXPECT_EQ(lines_in({},
                     "<feed xmlns='http://www.w3.org/2005/Atom'><updated>now</updated><entry>"
                     "<title type='html'>A &amp;amp; B</title><link rel='self' href='/s'/>"
                     "<link href='/1'/><updated>2026</updated></entry></feed>",
                     "application/atom+xml"),
            "A & B · 2026 · /1");
}

TEST(PagePart, OfXmlIsItsTexts) {
  EXPECT_EQ(lines_in({}, "<urlset><url><loc>https://a.example/</loc></url><x y='1'/></urlset>",
                     "application/xml"),
            "loc: https://a.example/ / x@y: 1");
}

TEST(PagePart, OfAPdfIsItsTextIfItCanBeRead) {
  EXPECT_EQ(lines_in({}, "%PDF-1.4 x", "application/pdf").substr(0, 18), "10 bytes, SHA-256 ");
  const auto reader =
      PartReader::make({}, [](std::string_view) -> Result<std::string> { return "one\ntwo\f\n"; });
  const auto part = reader->read({.content_type = "application/pdf", .body = "%PDF-1.4 x"});
  ASSERT_TRUE(part);
  EXPECT_EQ(part->kind, PageKind::pdf);
  EXPECT_EQ(text_of(part->lines), "one\ntwo\n");
}

TEST(PagePart, OfAllElseIsADigest) {
  EXPECT_EQ(lines_in({}, std::string_view("\0\1", 2), "image/png"),
            "2 bytes, SHA-256 b413f47d13ee2fe6c845b2ee141af81de858df4ec549a58b7970bb96645bc8d2");
}

TEST(PagePart, SaysIfThePageStandsInForAnother) {
  EXPECT_EQ(part_of({}, kShop).stand_in, "");
  EXPECT_EQ(part_of({}, " \n").stand_in, "the answer is empty");
  EXPECT_EQ(part_of({}, "<html><script>x</script>").stand_in, "the page has no text");
  EXPECT_EQ(part_of({}, "<h1>503 Service Unavailable</h1>").stand_in,
            "the page reads like one of an error or a gatekeeper");
  EXPECT_EQ(part_of({}, "<h1>We'll be right back</h1><p>Scheduled work.").stand_in,
            "the page tells of maintenance");
}

TEST(PagePart, RefusesAWrongSpec) {
  EXPECT_EQ(spec_problem({.parts = {css("p:hover")}}),
            "the CSS selector \"p:hover\": the pseudo-class :hover is not supported, at byte 3 of "
            "the selector");
  EXPECT_EQ(
      spec_problem({.parts = {xpath("//a[")}}),
      "the XPath \"//a[\": the expression is wrong or ends too early, at byte 5 of the XPath");
  EXPECT_EQ(spec_problem({.parts = {json_path("a")}}),
            "the JSONPath \"a\": a JSONPath begins with $, not with \"a\", at byte 1 of the "
            "JSONPath");
  EXPECT_EQ(spec_problem({.removed_parts = {regex("a")}}),
            "a removed part is a CSS selector or an XPath; to leave out text, use ignored lines");
  EXPECT_EQ(spec_problem({.ignored = {{"(", true}}}),
            "ignored lines \"(\": the regular expression cannot be read: missing )");
  EXPECT_EQ(spec_problem({.kept = {{""}}}), "kept lines \"\": the pattern is empty");
  EXPECT_EQ(spec_problem({.triggers = {{.pattern = {"(", true}}}}),
            "trigger: the regular expression cannot be read: missing )");
}

}  // namespace
}  // namespace freshet
