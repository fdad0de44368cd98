#include "crawl/cookies.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

Url url(const char* text) { return Url::parse(text).value(); }

TEST(CookieJarTest, SendsBackWhatWasSetWhereItBelongs) {
  CookieJar jar;
  jar.set(url("http://h.example/a/b"), "x=1");
  jar.set(url("http://h.example/a/b"), "y=2; Path=/; HttpOnly");
  jar.set(url("https://h.example/"), "z=3; Secure");
  EXPECT_EQ(jar.header(url("http://h.example/a/c")), "x=1; y=2");
  EXPECT_EQ(jar.header(url("http://h.example/ab")), "y=2");
  EXPECT_EQ(jar.header(url("https://h.example/ab")), "y=2; z=3");
  jar.set(url("http://h.example/"), "y=; Path=/; Max-Age=0");
  EXPECT_EQ(jar.header(url("http://h.example/ab")), "");
}

TEST(CookieJarTest, IsBoundedAndTakesNoLineEnds) {
  CookieJar jar;
  jar.set(url("http://h.example/"), "bad=a\r\nX: y");
  jar.set(url("http://h.example/"), "=novalue");
  jar.set(url("http://h.example/"), "noequals");
  jar.set(url("http://h.example/"), "long=" + std::string(5000, 'x'));
  EXPECT_EQ(jar.header(url("http://h.example/")), "");
  for (int i = 0; i < 500; ++i)
    jar.set(url("http://h.example/"), "n" + std::to_string(i) + "=" + std::string(200, 'x'));
  EXPECT_LE(jar.header(url("http://h.example/")).size(), kCookieBytesMax + 300);
}

}  // namespace
}  // namespace freshet
