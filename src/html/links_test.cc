#include "html/links.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

// A page at http://a.example/d/p.
class LinksTest : public testing::Test {
 protected:
  void page(const std::string& text, Scripting scripting = Scripting::on) {
    const auto url = Url::parse("http://a.example/d/p");
    ASSERT_TRUE(url);
    links_ = extract_links(text, index_tags(text, scripting), scripting, *url);
  }

  // Returns "kind url" of all, one per line.
  std::string list() const {
    std::string all;
    for (const Link& link : links_.all)
      all += std::string(link_kind_text(link.kind)) + " " + std::string(link.url.href()) + "\n";
    return all;
  }

  std::string links(const std::string& text) {
    page(text);
    return list();
  }

  // Returns the texts of all anchors.
  std::string texts(const std::string& text) {
    page(text);
    std::string all;
    for (const Link& link : links_.all)
      if (link.kind == LinkKind::anchor) all += "[" + link.text + "]";
    return all;
  }

  Links links_;
};

TEST_F(LinksTest, ResolvesAgainstThePage) {
  EXPECT_EQ(links("<a href=x>1</a> <A HREF='/y?a=1&amp;b=2#f'> <a href=' //b.example\n/z '>"),
            "a http://a.example/d/x\na http://a.example/y?a=1&b=2#f\na http://b.example/z\n");
  EXPECT_EQ(links("<a name=x> <a href=''> <a href=mailto:me@a.example>"),
            "a http://a.example/d/p\na mailto:me@a.example\n");
}

TEST_F(LinksTest, KnowsAllKinds) {
  EXPECT_EQ(links("<area href=1><form action=2></form><iframe src=3></iframe><img src=4 srcset='5 "
                  "1x, 6 2x'><script src=7></script><video src=8 poster=9><source src=10><track "
                  "src=11></video><audio src=12></audio><object data=13></object><embed src=14>"
                  "<input type=IMAGE src=15><input src=16><picture><source srcset=17></picture>"),
            "area http://a.example/d/1\nform http://a.example/d/2\niframe http://a.example/d/3\n"
            "img http://a.example/d/4\nsrcset http://a.example/d/5\nsrcset http://a.example/d/6\n"
            "script http://a.example/d/7\nvideo http://a.example/d/8\nposter http://a.example/d/9\n"
            "source http://a.example/d/10\ntrack http://a.example/d/11\naudio "
            "http://a.example/d/12\nobject http://a.example/d/13\nembed http://a.example/d/14\nimg "
            "http://a.example/d/15\nsrcset http://a.example/d/17\n");
  EXPECT_EQ(links("<frameset><frame src=1></frameset>"), "frame http://a.example/d/1\n");
  EXPECT_EQ(links("<meta http-equiv=Refresh content='0; url=1'>"),
            "refresh http://a.example/d/1\n");
  EXPECT_EQ(links("<svg><a xlink:href=1><image href=2 /></a><script href=3 /></svg>"),
            "a http://a.example/d/1\nimg http://a.example/d/2\nscript http://a.example/d/3\n");
}

TEST_F(LinksTest, TellsKindsOfLinkElementsByTheirWords) {
  EXPECT_EQ(links("<link rel=canonical href=1><link rel='ALTERNATE' hreflang=de href=2><link "
                  "rel='shortcut icon' href=3><link rel=stylesheet href=4><link rel=preload "
                  "href=5><link rel=next href=6><link href=7>"),
            "canonical http://a.example/d/1\nalternate http://a.example/d/2\nicon "
            "http://a.example/d/3\nstylesheet http://a.example/d/4\nhint http://a.example/d/5\n"
            "link http://a.example/d/6\nlink http://a.example/d/7\n");
  EXPECT_EQ(links_.all[1].hreflang, "de");
  EXPECT_TRUE(links_.all[5].rel.has(Rel::next));
}

TEST_F(LinksTest, CutsALongHreflangBetweenCharacters) {
  const std::string language(kHreflangBytesMax - 1, 'x');
  page("<a href=1 hreflang=" + language + "\u00E9y></a><link href=2 hreflang=" + language + "yz>");
  EXPECT_EQ(links_.all[0].hreflang, language);
  EXPECT_EQ(links_.all[1].hreflang, language + "y");
}

// Regardless of the page's original encoding: docs/design/html.md.
TEST_F(LinksTest, EncodesQueriesAsUtf8) {
  EXPECT_EQ(links("<meta charset=windows-1252><a href='?q=\u00E4'>"),
            "a http://a.example/d/p?q=%C3%A4\n");
}

TEST_F(LinksTest, TellsNavigationFromRequisites) {
  EXPECT_EQ(role_of(LinkKind::anchor), LinkRole::navigation);
  EXPECT_EQ(role_of(LinkKind::refresh), LinkRole::navigation);
  EXPECT_EQ(role_of(LinkKind::iframe), LinkRole::frame);
  EXPECT_EQ(role_of(LinkKind::canonical), LinkRole::statement);
  EXPECT_EQ(role_of(LinkKind::stylesheet), LinkRole::requisite);
  EXPECT_EQ(role_of(LinkKind::track), LinkRole::requisite);
}

TEST_F(LinksTest, ReadsRel) {
  page("<a rel='UGC\n  nofollow made-up' href=1>a</a><a href=2 rel=sponsored>b</a><a href=3>c</a>");
  EXPECT_EQ(links_.all[0].rel.text(), "nofollow ugc");
  EXPECT_TRUE(links_.all[0].rel.is_unendorsed());
  EXPECT_TRUE(links_.all[1].rel.is_unendorsed());
  EXPECT_FALSE(links_.all[2].rel.is_unendorsed());
}

TEST_F(LinksTest, ResolvesAgainstTheFirstBase) {
  EXPECT_EQ(links("<a href=1><base target=_top><base href=/b/><base href=/c/><a href=2>"),
            "base http://a.example/b/\na http://a.example/b/1\na http://a.example/b/2\n");
  EXPECT_EQ(links_.base->href(), "http://a.example/b/");
  EXPECT_EQ(links("<base href='/?a&amp;amp;b'><a href=''>"),
            "base http://a.example/?a&amp;b\na http://a.example/?a&amp;b\n");
}

TEST_F(LinksTest, IgnoresABaseThatIsNone) {
  EXPECT_EQ(links("<base href='http://['><a href=1>"), "a http://a.example/d/1\n");
  EXPECT_EQ(links_.missing.unresolvable, 1u);
  EXPECT_EQ(links("<base href='data:,x'><a href=1>"), "a http://a.example/d/1\n");
  EXPECT_EQ(links("<template><base href=/t/></template><svg><base href=/s/></svg><a href=1>"),
            "a http://a.example/d/1\n");
}

TEST_F(LinksTest, LeavesOutTemplatesAndScripts) {
  EXPECT_EQ(links("<template><a href=1><img src=2></template><script>'<a href=3>'</script>"
                  "<!-- <a href=4> --><noscript><a href=5></noscript>"),
            "");
  page("<noscript><a href=5></noscript>", Scripting::off);
  EXPECT_EQ(list(), "a http://a.example/d/5\n");
}

TEST_F(LinksTest, TakesAFormInsideAFormForNone) {
  EXPECT_EQ(links("<form action=1><form action=2></form><form action=3>"),
            "form http://a.example/d/1\nform http://a.example/d/3\n");
}

TEST_F(LinksTest, ReadsWhatIsWrittenOnAnchors) {
  EXPECT_EQ(texts("<a href=1> Fish &amp;\n <b>chips</b> </a>x<a href=2><div>a</div><p>b</a>"),
            "[Fish & chips][a b]");
  EXPECT_EQ(texts("<a href=1>a<a href=2>b</a>c"), "[a][b]");
  EXPECT_EQ(texts("<a href=1>a<!-- b --><script>c</script><template>d</template></a>"), "[a]");
  EXPECT_EQ(texts("<table><tr><td><a href=1>a</td><td>b</table>c"), "[a]");
  EXPECT_EQ(texts("<a href=1>a"), "[a]");
}

TEST_F(LinksTest, ReadsImagesByTheirAlt) {
  EXPECT_EQ(texts("<a href=1>see<img src=2 alt='the &quot;cat&quot;'>now</a>"),
            "[see the \"cat\" now]");
  EXPECT_EQ(links_.all[1].text, "the \"cat\"");
}

TEST_F(LinksTest, CutsLongTextsBetweenCharacters) {
  std::string text = "<a href=1>a";
  for (std::size_t i = 0; i < kLinkTextBytesMax; ++i) text += "é";
  page(text + "</a>");
  EXPECT_EQ(links_.all[0].text.size(), kLinkTextBytesMax - 1);
}

TEST_F(LinksTest, CountsWhatItCannotList) {
  EXPECT_EQ(links("<a href='http://[x'>a</a><img src='data:image/gif;base64,R0'><img src=' DATA:x'>"
                  "<a href='/" +
                  std::string(kLinkBytesMax, 'x') + "'><img src=''><img>"),
            "");
  EXPECT_EQ(links_.missing, (MissingLinks{.unresolvable = 1, .inlined = 2, .over_limit = 1}));
}

TEST_F(LinksTest, StopsAtTheLimit) {
  std::string text;
  for (std::size_t i = 0; i < kLinksMax + 5; ++i) text += "<a href=x>";
  page(text);
  EXPECT_EQ(links_.all.size(), kLinksMax);
  EXPECT_EQ(links_.missing.over_limit, 5u);
}

TEST_F(LinksTest, ResolvesOnlyWhatIsWanted) {
  const std::string text =
      "<base href=/base/><a href=x rel='nofollow me'>words</a><a href='a&amp;b'>more</a><img "
      "src=y>";
  std::string asked;
  const auto wants = [&](const WrittenLink& link) {
    asked += std::string(link.url) + "(" + std::string(link.rel) + ") ";
    EXPECT_EQ(link.base->href(), "http://a.example/base/");
    return link.url != "x";
  };
  links_ = extract_links(text, index_tags(text, Scripting::on), Scripting::on,
                         *Url::parse("http://a.example/"), {.texts = false, .wants = wants});
  EXPECT_EQ(asked, "x(nofollow me) a&b() y() ");
  EXPECT_EQ(list(),
            "base http://a.example/base/\na http://a.example/base/a&b\n"
            "img http://a.example/base/y\n");
  EXPECT_EQ(links_.all[1].text, "");
}

TEST_F(LinksTest, KnowsOnlyAbsoluteLinksWithoutAPageUrl) {
  const std::string text = "<a href=x><a href=http://b.example/y>";
  const Links links = extract_links(text, index_tags(text, Scripting::on), Scripting::on, {});
  ASSERT_EQ(links.all.size(), 1u);
  EXPECT_EQ(links.all[0].tag, 1u);
  EXPECT_EQ(links.missing.unresolvable, 1u);
}

}  // namespace
}  // namespace freshet
