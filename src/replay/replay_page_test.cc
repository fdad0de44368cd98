#include "replay/replay_page.h"

#include <gtest/gtest.h>

#include <string>

#include "html/css_urls.h"
#include "html/links.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

constexpr std::string_view kPrefix = "https://replay.example/r/";

std::string replayed(std::string_view page, const ReplayOptions& options = {}) {
  const auto url = Url::parse("https://a.example/dir/page");
  return replay_page(page, *url, {"/r/", *parse_time("20261116003446")}, options);
}

// A replayed URL of this site.
std::string here(std::string_view path) {
  return "/r/20261116003446/https://a.example" + std::string(path);
}

TEST(ReplayPage, LinksImagesAndFormsLeadToTheSameTime) {
  EXPECT_EQ(replayed("<a href=x>y</a>"), "<a href=\"" + here("/dir/x") + "\">y</a>");
  EXPECT_EQ(replayed("<a href='/x?a=1&amp;b=2#c'>y</a>"),
            "<a href=\"" + here("/x?a=1&amp;b=2#c") + "\">y</a>");
  EXPECT_EQ(replayed("<a href=#top>y</a>"), "<a href=\"#top\">y</a>");
  EXPECT_EQ(replayed("<img src=/i.png alt='a \"b\"'>"),
            "<img src=\"" + here("/i.png") + "\" alt=\"a &quot;b&quot;\">");
  EXPECT_EQ(replayed("<form action=/go method=post>"), "<form action=\"" + here("/go") + "\">");
  EXPECT_EQ(replayed("<video poster=p.jpg src=v.mp4>"),
            "<video poster=\"" + here("/dir/p.jpg") + "\" src=\"" + here("/dir/v.mp4") + "\">");
  EXPECT_EQ(replayed("<td background=b.gif>"), "<td background=\"" + here("/dir/b.gif") + "\">");
}

TEST(ReplayPage, SrcsetsAndStylesAreRewritten) {
  EXPECT_EQ(replayed("<img srcset='a.png 1x, /b.png 2x'>"),
            "<img srcset=\"" + here("/dir/a.png") + " 1x, " + here("/b.png") + " 2x\">");
  EXPECT_EQ(replayed("<p style='background:url(x.png)'>"),
            "<p style=\"background:url(&quot;" + here("/dir/x.png") + "&quot;)\">");
  EXPECT_EQ(replayed("<style>@import 'x.css';</style>"),
            "<style>@import \"" + here("/dir/x.css") + "\";</style>");
  EXPECT_EQ(replayed("<svg><style><![CDATA[a{fill:url(x)}]]></style></svg>"),
            "<svg><style>a{fill:url(\"" + here("/dir/x") + "\")}</style></svg>");
}

TEST(ReplayPage, TheBaseOfThePageCounts) {
  EXPECT_EQ(replayed("<a href=x></a><base href=/other/><base href=/no/>"),
            "<a href=\"" + here("/other/x") + "\"></a><base><base>");
}

TEST(ReplayPage, ARefreshStaysInTheReplay) {
  EXPECT_EQ(replayed("<meta http-equiv=refresh content='5; url=/next'>"),
            "<meta http-equiv=\"refresh\" content=\"5; url=" + here("/next") + "\">");
  EXPECT_EQ(replayed("<meta http-equiv=refresh content='0;url=javascript:alert(1)'>"), "<meta>");
  EXPECT_EQ(replayed("<meta http-equiv=Content-Security-Policy content=x>"), "<meta>");
  EXPECT_EQ(replayed("<meta name=description content='a b'>"),
            "<meta name=\"description\" content=\"a b\">");
}

TEST(ReplayPage, ScriptsAndHandlersAreLeftOut) {
  EXPECT_EQ(replayed("a<script>alert(1)</script>b"), "ab");
  EXPECT_EQ(replayed("a<script src=x></script >b"), "ab");
  EXPECT_EQ(replayed("<script>never closed <p>"), "");
  EXPECT_EQ(replayed("<p ONCLICK=alert(1) id=x>"), "<p id=\"x\">");
  EXPECT_EQ(replayed("<a href='java&#10;script:alert(1)'>x</a>"), "<a>x</a>");
  EXPECT_EQ(replayed("<a href=\" javascript:alert(1)\">x</a>"), "<a>x</a>");
  EXPECT_EQ(replayed("<svg><script>x</script><a xlink:href=javascript:x /></svg>"),
            "<svg><g></g><a /></svg>");
  EXPECT_EQ(replayed("<svg><animate attributeName=href to=javascript:x /></svg>"),
            "<svg><animate /></svg>");
  EXPECT_EQ(replayed("<iframe src=data:text/html,x onload=y></iframe>"),
            "<iframe sandbox=\"\"></iframe>");
  EXPECT_EQ(replayed("<button formaction=javascript:x>"), "<button>");
}

TEST(ReplayPage, PlugInsAndHintsAreLeftOut) {
  EXPECT_EQ(replayed("<object data=x><p>instead</p></object>"), "<object><p>instead</p></object>");
  EXPECT_EQ(replayed("<embed src=x>"), "<embed>");
  EXPECT_EQ(replayed("<link rel=dns-prefetch href=//evil.example>"), "<link>");
  EXPECT_EQ(replayed("<link rel='preload STYLESHEET' href=a.css>"),
            "<link rel=\"stylesheet\" href=\"" + here("/dir/a.css") + "\">");
  EXPECT_EQ(replayed("<a ping=//evil.example href=x>"), "<a href=\"" + here("/dir/x") + "\">");
  EXPECT_EQ(replayed("<html manifest=x>"), "<html>");
}

TEST(ReplayPage, PagesInAttributesAreRewrittenToo) {
  EXPECT_EQ(
      replayed("<iframe srcdoc='<img src=/i onerror=x>'></iframe>"),
      "<iframe sandbox=\"\" srcdoc=\"&lt;img src=&quot;" + here("/i") + "&quot;&gt;\"></iframe>");
  std::string nested = "<img src=//evil.example>";
  for (int i = 0; i < 5; ++i) {
    std::string quoted;
    for (const char c : nested)
      quoted += c == '"' ? "&quot;" : c == '&' ? "&amp;" : std::string(1, c);
    nested = "<iframe srcdoc=\"" + quoted + "\"></iframe>";
  }
  EXPECT_EQ(replayed(nested).find("evil"), std::string::npos);
}

TEST(ReplayPage, RemovedPartsDoNotMakeNewTags) {
  EXPECT_EQ(replayed("<<script></script>img src=x onerror=y>"), "&lt;img src=x onerror=y>");
  EXPECT_EQ(replayed("<!-- <p> -->a<!-- --!><img>"), "a<img>");
  EXPECT_EQ(replayed("<!DOCTYPE html><p>"), "<!DOCTYPE html><p>");
  EXPECT_EQ(replayed("<a\"<b x=1>"), "<x-unknown x=\"1\">");
  EXPECT_EQ(replayed("<textarea></p><script>x</script></textarea>"),
            "<textarea>&lt;/p>&lt;script>x&lt;/script></textarea>");
}

// Where a browser reads what follows as raw text, it must do so in the replay.
TEST(ReplayPage, ElementsThatEndForeignContentStay) {
  EXPECT_EQ(replayed("<svg><meta><style><img src=//evil.example></style>"),
            "<svg><meta><style>< img src=//evil.example></style>");
  EXPECT_EQ(replayed("<math><mtext><object><mglyph><style><img></style>"),
            "<math><mtext><object><mglyph><style>< img></style>");
}

// A browser that took raw text for markup would find no tag in it.
TEST(ReplayPage, RawTextHoldsNoTags) {
  EXPECT_EQ(replayed("<xmp></select><img onerror=x></xmp>"),
            "<xmp><\u200b/select><\u200bimg onerror=x></xmp>");
  EXPECT_EQ(replayed("<plaintext>a<b<3"), "<plaintext>a<\u200bb<3");
  EXPECT_EQ(replayed("<style><!-- a{} --></style>"), "<style>     a{} --></style>");
  EXPECT_EQ(replayed("<style><!<!----<img onerror=x></style>"),
            "<style>< !    --< img onerror=x></style>");
  EXPECT_EQ(replayed("<style>@media (width<600px) {}</style>"),
            "<style>@media (width<600px) {}</style>");
  std::string deep;
  for (int i = 0; i < 3000; ++i) deep += "<svg>";
  for (int i = 0; i < 2500; ++i) deep += "</svg>";
  const std::string shown = replayed(deep + "<style><img src=//evil.example onerror=x></style>");
  EXPECT_EQ(shown.find("<img src=//evil"), std::string::npos);
}

TEST(ReplayPage, ScriptsStayIfAskedFor) {
  EXPECT_EQ(replayed("<p onclick=x><script src=/s.js>a<b</script>", {.keeps_scripts = true}),
            "<p onclick=\"x\"><script src=\"" + here("/s.js") + "\">a<b</script>");
}

// Each link would repeat the URL that it is relative to.
TEST(ReplayPage, ManyLinksBelowALongUrlStayWithinABound) {
  const std::string base = "<base href='/" + std::string(8000, 'b') + "/'>";
  const auto repeated = [](std::string_view text) {
    std::string all;
    for (int i = 0; i < 10'000; ++i) all += text;
    return all;
  };
  for (const std::string& body :
       {repeated("<a href=x>"), "<img srcset='" + repeated("x 1x, ") + "'>",
        repeated("<p style='a:url(x)'>"), "<style>" + repeated("a{b:url(x)}") + "</style>",
        repeated("<style>a{b:url(x)}</style>"),
        repeated("<meta http-equiv=refresh content=1;url=x>"),
        repeated("<iframe srcdoc='<a href=x>'></iframe>")}) {
    const std::string page = base + body;
    EXPECT_LT(replayed(page).size(), 2 * replayed_bytes_max(page.size())) << page.substr(8020, 60);
  }
  EXPECT_EQ(replayed("<base href='/" + std::string(9000, 'b') + "/'><a href=x>"),
            "<base><a href=\"" + here("/dir/x") + "\">");
}

// Judged by our own reader of links: nothing leads out of the replay.
TEST(ReplayPage, RealPagesReachNothingOutside) {
  if (!testkit::has_test_data("real-pages.tar.zst")) return;
  const auto place = Url::parse(std::string(kPrefix) + "20261116003446/https://a.example/dir/page");
  for (const std::string& page : testkit::real_page_texts()) {
    const std::string shown = replayed(page);
    const TagIndex index = index_tags(shown, Scripting::off);
    const Links links = extract_links(shown, index, Scripting::off, *place);
    for (const Link& link : links.all)
      EXPECT_TRUE(link.url.href().starts_with(kPrefix)) << link.url.href();
    const CssUrls styles = extract_style_urls(shown, index, Scripting::off, *place);
    for (const CssUrl& url : styles.all) {
      EXPECT_TRUE(url.url.href().starts_with(kPrefix) || url.url.href() == "about:invalid")
          << url.url.href();
    }
    for (const Tag& tag : index) EXPECT_NE(tag.known_name(shown), TagName::script);
  }
}

}  // namespace
}  // namespace freshet
