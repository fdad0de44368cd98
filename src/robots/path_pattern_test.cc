#include "robots/path_pattern.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "robots/robots_lines_test.h"
#include "robots/robots_twin.h"

namespace freshet {
namespace {

bool matches(std::string_view pattern, std::string_view path,
             RobotsCompat compat = RobotsCompat::rfc) {
  return PathPattern(pattern, compat).matches(RobotsPath(path, compat));
}

TEST(PathPattern, MatchesWhatBeginsWithIt) {
  for (const RobotsCompat compat : kBoth) {
    EXPECT_TRUE(matches("/fish", "/fish", compat));
    EXPECT_TRUE(matches("/fish", "/fish/salmon?x", compat));
    EXPECT_FALSE(matches("/fish", "/Fish", compat));
    EXPECT_FALSE(matches("/fish", "/fis", compat));
    EXPECT_FALSE(matches("fish", "/fish", compat));
    EXPECT_TRUE(matches("", "/", compat));
  }
}

TEST(PathPattern, PlacesStarsAndTheEnd) {
  for (const RobotsCompat compat : kBoth) {
    EXPECT_TRUE(matches("*.gif$", "/a/b.gif", compat));
    EXPECT_FALSE(matches("*.gif$", "/a/b.gif?x", compat));
    EXPECT_TRUE(matches("*.gif$", "/a.gif/b.gif", compat));
    EXPECT_TRUE(matches("/a*b*c$", "/abcbc", compat));
    EXPECT_FALSE(matches("/a*b*c$", "/acb", compat));
    EXPECT_FALSE(matches("/ab*ba$", "/aba", compat));
    EXPECT_TRUE(matches("/ab*ba$", "/abba", compat));
    EXPECT_TRUE(matches("/*/*", "/a/b", compat));
    EXPECT_FALSE(matches("/*/*", "/a", compat));
    EXPECT_TRUE(matches("/**", "/", compat));
    EXPECT_TRUE(matches("/*$", "/anything", compat));
    EXPECT_FALSE(matches("/$", "/a", compat));
    EXPECT_FALSE(matches("$", "/", compat));
  }
}

// RFC 9309, section 2.2.2, the table: each path matches each spelling of its row.
TEST(PathPattern, FollowsTheTableOfTheRfc) {
  const std::vector<std::vector<std::string>> rows = {
      {"/foo/bar?baz=quz"},
      {"/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"},
      {"/foo/bar/\xE3\x83\x84", "/foo/bar/%E3%83%84", "/foo/bar/%e3%83%84"},
      {"/foo/bar/%62%61%7A", "/foo/bar/baz"},
  };
  for (const auto& row : rows) {
    for (const std::string& pattern : row) {
      for (const std::string& path : row)
        EXPECT_TRUE(matches(pattern + "$", path)) << pattern << " on " << path;
    }
  }
}

// Section 2.2.3, the second table.
TEST(PathPattern, MatchesSpecialCharactersByTheirEscapes) {
  EXPECT_TRUE(matches("/path/file-with-a-%2A.html", "/path/file-with-a-*.html"));
  EXPECT_FALSE(matches("/path/file-with-a-%2A.html", "/path/file-with-a-b.html"));
  EXPECT_TRUE(matches("/path/foo-%24", "/path/foo-$"));
  EXPECT_FALSE(matches("/path/foo-%24", "/path/foo-"));
  EXPECT_TRUE(matches("/a$b", "/a$b"));
  EXPECT_TRUE(matches("/a$b", "/a%24b"));
}

TEST(PathPattern, TellsAnEscapedDelimiterFromADelimiterOutsideTheQuery) {
  EXPECT_FALSE(matches("/a%2Fb", "/a/b"));
  EXPECT_FALSE(matches("/a/b", "/a%2Fb"));
  EXPECT_TRUE(matches("/a%2Fb", "/a%2fb"));
  EXPECT_FALSE(matches("/a%3Fb", "/a?b"));
  EXPECT_TRUE(matches("/a?b=%2F", "/a?b=/"));
  EXPECT_TRUE(matches("/a?b='x", "/a?b=%27x"));
}

TEST(PathPattern, MeetsAQueryThatItDoesNotShow) {
  EXPECT_TRUE(matches("/*to=http://", "/go?to=http://a.example/"));
  EXPECT_TRUE(matches("/*to=http%3A%2F%2F", "/go?to=http://a.example/"));
  EXPECT_TRUE(matches("/*?to=/x", "/go?a?to=/x"));
}

TEST(PathPattern, SpellsWhatIsNoUriCharacterAsAUrlDoes) {
  EXPECT_TRUE(matches("/a b{c}", "/a%20b%7Bc%7D"));
  EXPECT_TRUE(matches("/100%", "/100%25"));
  EXPECT_TRUE(matches("/100%25", "/100%"));
}

TEST(PathPattern, CountsOctetsOfTheSpellingThatIsCompared) {
  EXPECT_EQ(PathPattern("/%62%61%7a", RobotsCompat::rfc).octets(), 4u);
  EXPECT_EQ(PathPattern("/\xC3\xA1*$", RobotsCompat::rfc).octets(), 9u);
  EXPECT_EQ(PathPattern("/x?u=http://", RobotsCompat::rfc).octets(), 12u);
  EXPECT_EQ(PathPattern("/%62", RobotsCompat::google).octets(), 4u);
}

TEST(PathPattern, IsTheSameWhenNormalizedTwice) {
  std::mt19937 random(9309);
  const std::string_view alphabet = "%%%2346AFaf*$?/ \xC3z";
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (auto length = random() % 12; length > 0; --length)
      text += alphabet[random() % alphabet.size()];
    for (const RobotsCompat compat : kBoth) {
      const std::string once = normalize_pattern(text, compat);
      EXPECT_EQ(normalize_pattern(once, compat), once) << text;
    }
  }
}

// The naive version tries every end of every match.
TEST(PathPattern, AgreesWithItsTwinOnRandomPatterns) {
  std::mt19937 random(2022);
  int matched = 0;
  for (int round = 0; round < 60000; ++round) {
    const auto make = [&](std::string_view alphabet, std::size_t length_max) {
      std::string text = "/";
      for (auto length = random() % length_max; length > 0; --length)
        text += alphabet[random() % alphabet.size()];
      return text;
    };
    const std::string path = make("aaab/?$%", 14);
    const std::string written = make("aab**/?$%", 8) + (random() % 4 == 0 ? "$" : "");
    for (const RobotsCompat compat : kBoth) {
      const PathPattern pattern(written, compat);
      const RobotsPath to_match(path, compat);
      const bool expected = twin::matches(pattern, to_match);
      EXPECT_EQ(pattern.matches(to_match), expected) << written << " on " << path;
      matched += expected;
    }
  }
  EXPECT_GT(matched, 5000);
}

// With backtracking each of these would take exponential time.
TEST(PathPattern, IsNotSlowedDownByThousandsOfStars) {
  std::string stars, path = "/";
  for (int i = 0; i < 100000; ++i) stars += "*a";
  path += std::string(100000, 'a');
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(matches("/" + stars, path));
  EXPECT_FALSE(matches("/" + stars + "a", path));
  EXPECT_FALSE(matches("/" + stars + "b$", path));
  EXPECT_FALSE(matches("/" + std::string(100000, '*') + "b", path));
  EXPECT_FALSE(matches("/*" + std::string(50000, 'a') + "b", path));
  EXPECT_FALSE(matches("/*b" + std::string(50000, 'a'), path));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(PathToMatch, LeavesOutSchemeAuthorityAndFragment) {
  EXPECT_EQ(path_to_match("https://a.example:8080/b?c#d"), "/b?c");
  EXPECT_EQ(path_to_match("https://a.example?c#d"), "/?c");
  EXPECT_EQ(path_to_match("https://a.example#/d"), "/");
  EXPECT_EQ(path_to_match("https://[::1]/x"), "/x");
  EXPECT_EQ(path_to_match("a.example/b?u=http://c/d"), "/b?u=http://c/d");
  EXPECT_EQ(path_to_match("#"), "/");
  EXPECT_EQ(path_to_match("://"), "/");
}

}  // namespace
}  // namespace freshet
