#include "clean/page_redirect.h"

#include <gtest/gtest.h>

#include <string>

#include "clean/script_redirect.h"

namespace freshet {
namespace {

// Returns "form target", or "none".
std::string leads(const std::string& html, std::size_t words = 0, int status = 200,
                  const std::string& location = "") {
  const Url url = *Url::parse("http://example.com/");
  const TagIndex index = index_tags(html, Scripting::off);
  const auto found = find_redirect({url, status, location, html, index}, words);
  if (!found) return "none";
  return std::string(name_of(found->form)) + " " + std::string(found->target.href());
}

std::string script(const std::string& text) { return "<script>" + text + "</script>"; }

TEST(PageRedirectTest, FollowsTheHeadOfAnAnswer) {
  EXPECT_EQ(leads("", 0, 302, "http://ww1.example.com/?a"), "http http://ww1.example.com/?a");
  EXPECT_EQ(leads("", 0, 301, "/en"), "http http://example.com/en");
  EXPECT_EQ(leads("", 0, 301, "http://example.com/"), "none");
  EXPECT_EQ(leads("", 0, 304, ""), "none");
}

TEST(PageRedirectTest, FollowsARefreshAtOnce) {
  const std::string to = "refresh http://park.test/?dn=example.com";
  const std::string head = "<meta http-equiv=Refresh content=\"";
  EXPECT_EQ(leads(head + "0;URL=http://park.test/?dn=example.com\">"), to);
  EXPECT_EQ(leads(head + "0; url='http://park.test/?dn=example.com'\">"), to);
  EXPECT_EQ(leads(head + "0;url=&#39;http://park.test/?dn=example.com\">"), to);
  EXPECT_EQ(leads(head + "0.0,http://park.test/?dn=example.com\">", 900), to);
  EXPECT_EQ(leads(head + "300;URL=http://park.test/\">"), "none");
  EXPECT_EQ(leads(head + "10;URL=http://park.test/\">"), "none");
  EXPECT_EQ(leads(head + "0\">"), "none");
}

TEST(PageRedirectTest, FollowsScriptsOfTheCommonForms) {
  const std::string to = "script http://park.test/x";
  for (const char* text :
       {"location='http://park.test/x'", "window.location = \"http://park.test/x\";",
        "document.location.href='http://park.test/x'", "top.location.replace('http://park.test/x')",
        "window.onload=function(){self.location.assign(\"http://park.test/x\")}",
        "setTimeout(function(){location=`http://park.test/x`},0)",
        "var a='http://pa'+'rk.test/x';self.location=a",
        "let a = 'park.test'; /* location='no' */ location.href = 'http:\\/\\/' + a + '\\x2fx'",
        "window.location.href=atob('aHR0cDovL3BhcmsudGVzdC94')"})
    EXPECT_EQ(leads(script(text)), to) << text;
  EXPECT_EQ(leads(script("window.onload=function(){window.location.href=\"/lander\"}")),
            "script http://example.com/lander");
  EXPECT_EQ(leads("<body onload=\"location='http://park.test/x'\">"), to);
  EXPECT_EQ(leads(script("location='http://park.test/?d='+location.hostname")),
            "script http://park.test/?d=example.com");
}

TEST(PageRedirectTest, TakesNoOtherScriptForARedirect) {
  for (const char* text :
       {"if (location == 'http://park.test/') go()", "var x = location.href + 'http://park.test/'",
        "// location='http://park.test/'", "\"location='http://park.test/'\"",
        "location=", "mylocation='http://park.test/'", "f(location => 'http://park.test/')"})
    EXPECT_EQ(leads(script(text)), "none") << text;
  EXPECT_EQ(leads(script("location='http://park.test/x'"), kStubWordsMax + 1), "none");
}

TEST(PageRedirectTest, FollowsFramesThatFillTheWindow) {
  const std::string to = "frame http://park.test/";
  EXPECT_EQ(leads("<frameset rows='100%,*'><frame src=http://park.test/></frameset>"), to);
  EXPECT_EQ(leads("<iframe src=http://park.test/ width=100% height=100%></iframe>"), to);
  EXPECT_EQ(leads("<iframe src=http://park.test/ style='width: 100vw; height:100vh'></iframe>"),
            to);
  EXPECT_EQ(leads("<style>iframe{width:100%;height:100%}</style><iframe src=http://park.test/>"),
            to);
  EXPECT_EQ(
      leads(script("document.write('<frameset rows=\"100%,*\"><frame src=\"http://park.test/\">"
                   "</frameset>')")),
      to);
  EXPECT_EQ(leads("<iframe src=http://map.test/ width=400 height=300></iframe>"), "none");
  EXPECT_EQ(leads("<frameset cols='20%,80%'><frame src=/menu><frame src=/page></frameset>"),
            "none");
}

TEST(PageRedirectTest, ReadsAnyScript) {
  for (const char* text : {"", "\"", "'\\", "location='", "location.replace(", "/*",
                           "a=b=c=d=", "location='\\u00", "atob('", "`${x}`+"})
    leads(script(text));
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "a" + std::to_string(i) + "='x'+";
  EXPECT_TRUE(find_script_targets(deep, "example.com").locations.empty());
  std::string grows = "a='" + std::string(1000, 'x') + "';";
  for (int i = 0; i < 100; ++i) grows += "a=a+a;";
  grows += "location=a";
  EXPECT_LE(find_script_targets(grows, "").locations.at(0).size(), kScriptTextBytesMax);
}

}  // namespace
}  // namespace freshet
