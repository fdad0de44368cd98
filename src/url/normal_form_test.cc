#include "url/normal_form.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

std::string normal(std::string_view url, const NormalFormOptions& options = {}) {
  const Url form = normal_form(Url::parse(url).value(), options);
  EXPECT_EQ(normal_form(form, options), form) << "not idempotent";
  return std::string(form.href());
}

TEST(NormalForm, LeavesAPlainLinkAlone) {
  EXPECT_EQ(normal("https://example.com:8080/a/B?c=d&a=b"), "https://example.com:8080/a/B?c=d&a=b");
}

TEST(NormalFormTest, HasNoUserNameAndNoPassword) {
  EXPECT_EQ(normal("https://me:pw@example.com:8080/a?b"), "https://example.com:8080/a?b");
  EXPECT_EQ(normal("http://:pw@h/"), "http://h/");
  EXPECT_EQ(normal("http://me@h/@x"), "http://h/@x");
  const auto plain = [](std::string_view url) {
    return std::string(without_credentials(Url::parse(url).value()).href());
  };
  EXPECT_EQ(plain("https://me:pw@h:8080/%7e?#f"), "https://h:8080/%7e?#f");
  EXPECT_EQ(plain("https://h/"), "https://h/");
}

TEST(NormalForm, DropsTheFragment) {
  EXPECT_EQ(normal("http://h/a#top"), "http://h/a");
  EXPECT_EQ(normal("http://h/a#"), "http://h/a");
  EXPECT_EQ(normal("mailto:a@b#c"), "mailto:a@b");
}

TEST(NormalForm, InheritsTheFormOfTheStandard) {
  EXPECT_EQ(normal("HTTP://EXAMPLE.com:80/a/./b/../c"), "http://example.com/a/c");
}

// RFC 3986, 6.2.2.1 and 6.2.2.2.
TEST(NormalForm, WritesEachByteInOneWay) {
  EXPECT_EQ(normal("http://h/%7euser/%41%2d%2E%5f"), "http://h/~user/A-._");
  EXPECT_EQ(normal("http://h/%c3%bc?%c3%bc"), "http://h/%C3%BC?%C3%BC");
  EXPECT_EQ(normal("http://h/\u00FC?\u00FC"), "http://h/%C3%BC?%C3%BC");
  EXPECT_EQ(normal("http://h/a%2fb"), "http://h/a%2Fb") << "a reserved byte is not the same bare";
  EXPECT_EQ(normal("http://h/a|b[c]?a|b[c]"), "http://h/a%7Cb%5Bc%5D?a%7Cb%5Bc%5D");
  EXPECT_EQ(normal("http://h/100%?100%"), "http://h/100%25?100%25");
  EXPECT_EQ(normal("http://h/%zz"), "http://h/%25zz");
}

TEST(NormalForm, MakesNoNewDotSegments) {
  EXPECT_EQ(normal("http://h/a/%2e%2e%2e/b"), "http://h/a/.../b");
  EXPECT_EQ(normal("http://h/a/x%2e%2e/b"), "http://h/a/x../b");
}

TEST(NormalForm, TakesTrackingParametersOut) {
  EXPECT_EQ(normal("http://h/?utm_source=x&id=1&UTM_Campaign=y&fbclid=z"), "http://h/?id=1");
  EXPECT_EQ(normal("http://h/?utm_source=x&fbclid"), "http://h/");
  EXPECT_EQ(normal("http://h/?%75tm_source=x"), "http://h/");
  EXPECT_EQ(normal("http://h/?utm=1&xutm_source=2&gclids=3"),
            "http://h/?utm=1&xutm_source=2&gclids=3");
  EXPECT_EQ(normal("http://h/?a=utm_source"), "http://h/?a=utm_source");
}

TEST(NormalForm, TakesOutWhatTheOptionsSay) {
  const NormalFormOptions sessions{.tracking_parameters = {"sid", "ref_*"}};
  EXPECT_EQ(normal("http://h/?sid=1&ref_a=2&utm_source=3&x", sessions), "http://h/?utm_source=3&x");
  EXPECT_EQ(normal("http://h/?utm_source=3", {.tracking_parameters = {}}),
            "http://h/?utm_source=3");
}

TEST(NormalForm, KeepsTheOtherParametersAsTheyAre) {
  EXPECT_EQ(normal("http://h/?b&a=&&a=2&=x"), "http://h/?b&a=&&a=2&=x");
}

TEST(NormalForm, DropsAnEmptyQueryAndAFinalDot) {
  EXPECT_EQ(normal("http://h/a?"), "http://h/a");
  EXPECT_EQ(normal("http://example.com.:8080/"), "http://example.com:8080/");
}

TEST(NormalForm, KeepsWhatMayMatter) {
  EXPECT_NE(normal("http://h/"), normal("https://h/"));
  EXPECT_NE(normal("http://h/"), normal("http://www.h/"));
  EXPECT_NE(normal("http://h/a"), normal("http://h/a/"));
  EXPECT_NE(normal("http://h/?a&b"), normal("http://h/?b&a"));
}

TEST(NormalForm, OnlyDropsTheFragmentWhereTheResultWouldBeTooLong) {
  const std::string long_path = "http://h/" + std::string(kUrlBytesMax / 2, '|');
  EXPECT_EQ(normal(long_path + "#x"), long_path);
}

}  // namespace
}  // namespace freshet
