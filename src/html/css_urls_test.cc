#include "html/css_urls.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

const std::optional<Url> kBase = *Url::parse("https://a.example/d/s.css");

std::string listed(const CssUrls& urls) {
  std::string text;
  for (const CssUrl& found : urls.all) {
    if (!text.empty()) text += ' ';
    text += found.kind == CssUrlKind::import ? "@" : "";
    const std::string_view href = found.url.href();
    text += href.starts_with("https://a.example/d/") ? href.substr(20) : href;
  }
  return text;
}

std::string css(std::string_view sheet) { return listed(extract_css_urls(sheet, kBase)); }

std::string page(std::string_view html) {
  const TagIndex index = index_tags(html, Scripting::off);
  return listed(extract_style_urls(html, index, Scripting::off, kBase));
}

TEST(CssUrls, AreFoundInAllTheirForms) {
  EXPECT_EQ(css("a{b:url(x.png)}"), "x.png");
  EXPECT_EQ(css("a{b:URL( \n'x.png' )}"), "x.png");
  EXPECT_EQ(css("a{b:url(  \"../x y.png\")}"), "https://a.example/x%20y.png");
  EXPECT_EQ(css("@font-face{src:url(a.woff2) format(\"woff2\"),url(//b.example/f)}"),
            "a.woff2 https://b.example/f");
  EXPECT_EQ(css("@import 'a.css'; @IMPORT url(b.css) screen; @import url(\"c.css\") layer(x);"),
            "@a.css @b.css @c.css");
  EXPECT_EQ(css("a{b:image-set(\"x.png\" 1x type(\"image/png\"), url(y.png) 2x) \"no\"}"),
            "x.png y.png");
  EXPECT_EQ(css("a{b:-webkit-image-set('z.png' 1x)}"), "z.png");
  EXPECT_EQ(css("--x:url(a);b:url(a)"), "a") << "each once";
}

TEST(CssUrls, AreNotSeenWhereThereAreNone) {
  EXPECT_EQ(css("/* url(a) */ b{c:'url(d)'} e{content:\"x\"}"), "");
  EXPECT_EQ(css("@namespace svg url(http://www.w3.org/2000/svg); a{b:url(c)}"), "c");
  EXPECT_EQ(css("@namespace 'x'; @charset \"utf-8\"; @import/**/'y';"), "@y");
  EXPECT_EQ(css("a{b:curl(c) url-prefix(d) #url(e) 1url(f) u rl(g)}"), "");
  EXPECT_EQ(css("a{b:url() url(#x) url('') url(data:,y) url(DATA:z)}"), "");
  EXPECT_EQ(extract_css_urls("a{b:url(data:,y)}", kBase).missing.inlined, 1u);
  EXPECT_EQ(css("--> <!-- a{b:url(c)}"), "c");
}

// CSS Syntax 3, 4.3.7: up to six digits and one space after them.
TEST(CssUrls, HaveTheirEscapesResolved) {
  EXPECT_EQ(css("a{b:url(\\78\\79 z\\))}"), "xyz)");
  EXPECT_EQ(css("a{b:u\\72l(x)}"), "x");
  EXPECT_EQ(css("@\\69mport 'x';"), "@x");
  EXPECT_EQ(css("a{b:url('\\000078y\\\n\\'')}"), "xy'");
  EXPECT_EQ(css("a{b:url(\\78\r\ny)}"), "xy");
  EXPECT_EQ(css("a{b:url(\\0)}"), "%EF%BF%BD");
  EXPECT_EQ(css("a{b:url(\\D800 \\110000 )}"), "%EF%BF%BD%EF%BF%BD");
  EXPECT_EQ(css(std::string_view("a{b:url(x\0y)}", 13)), "x%EF%BF%BDy");
}

// 4.3.6 and 4.3.14: a bad URL ends with its parenthesis, a bad string with its line.
TEST(CssUrls, AreDroppedIfBadAndReadingGoesOn) {
  EXPECT_EQ(css("a{b:url(x y) url(z)}"), "z");
  EXPECT_EQ(css("a{b:url(x\"y) url(z)}"), "z");
  EXPECT_EQ(css("a{b:url(x(y) url(z)}"), "z");
  EXPECT_EQ(css("a{b:url(x\x01) url(z)}"), "z");
  EXPECT_EQ(css("a{b:url(x\\\ny) url(z)}"), "z");
  EXPECT_EQ(css("a{b:url(x y\\) url(v)) url(z)}"), "z") << "an escaped parenthesis does not end it";
  EXPECT_EQ(css("a{b:url('x\n') url(z)}"), "") << "the second quote opens a string";
  EXPECT_EQ(css("a{b:url('x\n) url(z)}"), "z");
}

TEST(CssUrls, EndWithTheSheet) {
  EXPECT_EQ(css("a{b:url(x"), "x");
  EXPECT_EQ(css("a{b:url(x "), "x");
  EXPECT_EQ(css("a{b:url('x"), "x");
  EXPECT_EQ(css("a{b:url('x\\"), "x");
  EXPECT_EQ(css("a{b:url(x\\"), "x%EF%BF%BD");
  EXPECT_EQ(css("@import 'x"), "@x");
  EXPECT_EQ(css("/* url(x)"), "");
  EXPECT_EQ(css("-"), "");
  EXPECT_EQ(css("@"), "");
  EXPECT_EQ(css(""), "");
}

TEST(CssUrls, AreLimited) {
  std::string many;
  for (std::size_t i = 0; i < kCssUrlsMax + 5; ++i) many += "a{b:url(" + std::to_string(i) + ")}";
  CssUrls found = extract_css_urls(many, kBase);
  EXPECT_EQ(found.all.size(), kCssUrlsMax);
  EXPECT_EQ(found.missing.over_limit, 5u);
  found = extract_css_urls("a{b:url(" + std::string(kLinkBytesMax + 1, 'x') + ")}", kBase);
  EXPECT_EQ(found.missing.over_limit, 1u);
  EXPECT_EQ(extract_css_urls("a{b:url(x)}", std::nullopt).missing.unresolvable, 1u);
}

TEST(CssUrls, OfAPageAreInItsStyles) {
  EXPECT_EQ(page("<style>@import 'a';b{c:url(d)}</style><p style=\"b:url('e&amp;f')\">"
                 "<p title=(x) STYLE='b:url(g)'><p title='url(h)'>"),
            "@a d e&f g");
  EXPECT_EQ(page("<template><style>a{b:url(c)}</style><p style='b:url(d)'></template>"), "");
  EXPECT_EQ(page("<svg><style>a{b:url(c)}</style></svg>"), "c");
  EXPECT_EQ(page("<style>a{b:url(<b>)}"), "%3Cb%3E") << "a style that is not closed";
  EXPECT_EQ(page("<style></style>url(x)"), "");
}

}  // namespace
}  // namespace freshet
