#include "replay/replay_css.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

std::string css(std::string_view sheet) {
  const auto base = Url::parse("https://a.example/css/main.css");
  return replay_css(sheet, *base, {"/r/", *parse_time("20261116003446")});
}

TEST(ReplayCss, RewritesWhatABrowserLoads) {
  EXPECT_EQ(css("a { background: url(../x.png) no-repeat }"),
            "a { background: url(\"/r/20261116003446/https://a.example/x.png\") no-repeat }");
  EXPECT_EQ(css("a{background:URL( 'x.png' )}"),
            "a{background:URL( \"/r/20261116003446/https://a.example/css/x.png\" )}");
  EXPECT_EQ(css("@import \"b.css\" screen;"),
            "@import \"/r/20261116003446/https://a.example/css/b.css\" screen;");
  EXPECT_EQ(css("@import url(b.css);"),
            "@import url(\"/r/20261116003446/https://a.example/css/b.css\");");
  EXPECT_EQ(css("a{b:image-set('x.png' 1x)}"),
            "a{b:image-set(\"/r/20261116003446/https://a.example/css/x.png\" 1x)}");
}

TEST(ReplayCss, HiddenUrlsAreFound) {
  EXPECT_EQ(css("a{b:\\75rl(//evil.example)}"),
            "a{b:url(\"/r/20261116003446/https://evil.example/\")}");
  EXPECT_EQ(css("/* url(x) */ a{b:url(\"\\68ttps://evil.example/\")}"),
            "/* url(x) */ a{b:url(\"/r/20261116003446/https://evil.example/\")}");
  EXPECT_EQ(css("a{b:url(https://evil.example/"),
            "a{b:url(\"/r/20261116003446/https://evil.example/\")");
}

TEST(ReplayCss, OtherSchemesLeadNowhere) {
  EXPECT_EQ(css("a{b:url(ftp://x.example/)}"), "a{b:url(\"about:invalid\")}");
  EXPECT_EQ(css("@import 'data:text/css,a{}';"), "@import \"about:invalid\";");
  EXPECT_EQ(css("a{b:url(data:image/png;base64,AA==)}"),
            "a{b:url(\"data:image/png;base64,AA==\")}");
  EXPECT_EQ(css("a{fill:url(#g)}"), "a{fill:url(\"#g\")}");
}

TEST(ReplayCss, AUrlCannotLeaveItsString) {
  EXPECT_EQ(css("a{b:url('?\\\"\\\\</style>#\\3c /style>')}").find("</style"), std::string::npos);
}

TEST(ReplayCss, AllElseStaysAsItIs) {
  const std::string sheet =
      "@charset \"utf-8\"; a::before{content:\"url(x)\"} @namespace 'http://x';";
  EXPECT_EQ(css(sheet), sheet);
}

}  // namespace
}  // namespace freshet
