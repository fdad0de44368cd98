#include "url/url.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace freshet {
namespace {

std::string parsed(std::string_view input) {
  const auto url = Url::parse(input);
  return url ? std::string(url->href()) : url.error().message;
}

std::string resolved(std::string_view input, std::string_view base) {
  const auto url = Url::parse(input, Url::parse(base).value());
  return url ? std::string(url->href()) : url.error().message;
}

TEST(Url, KnowsWhereItsPartsAre) {
  const Url url = Url::parse("HTTPS://me:secret@Example.COM:8080/a/b?q=1#top").value();
  EXPECT_EQ(url.href(), "https://me:secret@example.com:8080/a/b?q=1#top");
  EXPECT_EQ(url.href_without_fragment(), "https://me:secret@example.com:8080/a/b?q=1");
  EXPECT_EQ(url.scheme(), "https");
  EXPECT_EQ(url.username(), "me");
  EXPECT_EQ(url.password(), "secret");
  EXPECT_EQ(url.hostname(), "example.com");
  EXPECT_EQ(url.port(), 8080);
  EXPECT_EQ(url.path(), "/a/b");
  EXPECT_EQ(url.query(), "q=1");
  EXPECT_EQ(url.fragment(), "top");
  EXPECT_EQ(url.origin(), "https://example.com:8080");
}

TEST(Url, TellsAnAbsentPartFromAnEmptyOne) {
  const Url empty = Url::parse("http://h/?#").value();
  EXPECT_EQ(empty.query(), "");
  EXPECT_EQ(empty.fragment(), "");
  const Url absent = Url::parse("http://h/").value();
  EXPECT_EQ(absent.query(), std::nullopt);
  EXPECT_EQ(absent.fragment(), std::nullopt);
  EXPECT_EQ(Url::parse("http://h/#").value().query(), std::nullopt);
  EXPECT_NE(empty, absent);
}

TEST(Url, TellsAnEmptyHostFromNone) {
  EXPECT_TRUE(Url::parse("file:///x").value().has_host());
  EXPECT_EQ(Url::parse("file:///x").value().hostname(), "");
  EXPECT_FALSE(Url::parse("mailto:a@b").value().has_host());
  EXPECT_TRUE(Url::parse("mailto:a@b").value().has_opaque_path());
}

TEST(Url, LeavesOutTheDefaultPort) {
  EXPECT_EQ(parsed("http://h:80/"), "http://h/");
  EXPECT_EQ(parsed("http://h:443/"), "http://h:443/");
  EXPECT_EQ(Url::parse("https://h/").value().port(), std::nullopt);
  EXPECT_EQ(Url::parse("https://h/").value().effective_port(), 443);
  EXPECT_EQ(Url::parse("https://h:444/").value().effective_port(), 444);
  EXPECT_EQ(Url::parse("file:///x").value().effective_port(), std::nullopt);
}

TEST(Url, ResolvesLinksAgainstAPage) {
  const std::string page = "https://example.com/a/b/c?q#f";
  EXPECT_EQ(resolved("d", page), "https://example.com/a/b/d");
  EXPECT_EQ(resolved("../d", page), "https://example.com/a/d");
  EXPECT_EQ(resolved("../../../d", page), "https://example.com/d");
  EXPECT_EQ(resolved("./", page), "https://example.com/a/b/");
  EXPECT_EQ(resolved("/d", page), "https://example.com/d");
  EXPECT_EQ(resolved("//other.example", page), "https://other.example/");
  EXPECT_EQ(resolved("?r", page), "https://example.com/a/b/c?r");
  EXPECT_EQ(resolved("#g", page), "https://example.com/a/b/c?q#g");
  EXPECT_EQ(resolved("", page), "https://example.com/a/b/c?q");
  EXPECT_EQ(resolved("http:d", page), "http://d/");
  EXPECT_EQ(resolved("https:d", page), "https://example.com/a/b/d");
  EXPECT_EQ(resolved("javascript:void(0)", page), "javascript:void(0)");
}

// Includes the parts, each with a delimiter that it cannot contain.
std::string parts_of(std::string_view input) {
  const auto url = Url::parse(input);
  if (!url) return url.error().message;
  std::string parts(url->href());
  for (const auto part :
       {url->scheme(), url->username(), url->password(), url->hostname(), url->path(),
        url->query().value_or("none"), url->fragment().value_or("none")})
    parts.append("\n").append(part);
  return parts + (url->has_host() ? "\nhost" : "") + (url->is_special() ? "\nspecial" : "");
}

// A space before the URL disables the fast path and changes nothing else.
TEST(Url, ReadsTheCommonCaseAsAnyOther) {
  static constexpr std::string_view kPieces[] = {
      "example.com", "1",      "1.2",        "0x",  "a-b_c", ".",     "..", "/", "/.",
      "/..",         "a",      "index.html", "%20", "%2e",   "%2E",   "%",  "?", "#",
      "&=",          "'",      "\"",         "|",   "^",     " ",     "\\", ":", ":80",
      "@",           "\u00FC", "\t",         "A",   "xn--",  "[::1]", "~"};
  std::mt19937 random(1);
  std::uniform_int_distribution<std::size_t> any(0, std::size(kPieces) - 1);
  for (int i = 0; i < 50'000; ++i) {
    std::string url = i % 2 ? "http://" : "https://a.b/";
    for (int pieces = 0; pieces < 5; ++pieces) url.append(kPieces[any(random)]);
    ASSERT_EQ(parts_of(url), parts_of(" " + url));
  }
}

TEST(Url, ReadsBytesThatAreNotUtf8) {
  EXPECT_EQ(parsed("http://h/\xFFz?\xC3#\xE2\x82"), "http://h/%EF%BF%BDz?%EF%BF%BD#%EF%BF%BD");
  EXPECT_EQ(parsed("http://\xFF/"), "not a URL: its host is not valid");
}

TEST(Url, SaysWhatIsWrong) {
  EXPECT_EQ(parsed("example.com"), "not a URL: it has no scheme");
  EXPECT_EQ(parsed("http://"), "not a URL: it has no host");
  EXPECT_EQ(parsed("http://me@/"), "not a URL: it has a user but no host");
  EXPECT_EQ(parsed("http://a b/"), "not a URL: its host is not valid");
  EXPECT_EQ(parsed("http://h:x/"), "not a URL: its port is not a number");
  EXPECT_EQ(parsed("http://h:65536/"), "not a URL: its port is over 65535");
  EXPECT_EQ(resolved("x", "mailto:a@b"), "not a URL: it is relative to a base that has no path");
}

TEST(Url, EndsAtItsLimit) {
  const std::string start = "http://h/";
  const std::string longest = start + std::string(kUrlBytesMax - start.size(), 'a');
  EXPECT_TRUE(Url::parse(longest));
  EXPECT_EQ(Url::parse(longest + "a").error().code, Errc::limit);
  // An input within the limit may exceed it when it is encoded or joined with its base.
  EXPECT_EQ(Url::parse(start + std::string(kUrlBytesMax / 2, ' ') + "a").error().code, Errc::limit);
  const Url base = Url::parse("http://h/a/").value();
  EXPECT_EQ(Url::parse(std::string(kUrlBytesMax, 'a'), base).error().code, Errc::limit);
}

TEST(Url, IsOrderedAndComparedByItsHref) {
  const Url a = Url::parse("http://a/").value(), b = Url::parse("HTTP://B/.").value();
  EXPECT_LT(a, b);
  EXPECT_EQ(b, Url::parse("http://b/").value());
}

}  // namespace
}  // namespace freshet
