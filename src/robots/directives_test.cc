#include "robots/directives.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace freshet {
namespace {

std::string text_of(const PageDirectives& page) {
  std::string text;
  const auto say = [&](bool asked, std::string_view name) {
    if (asked) text += (text.empty() ? "" : " ") + std::string(name);
  };
  say(page.noindex, "noindex");
  say(page.nofollow, "nofollow");
  say(page.noarchive, "noarchive");
  say(page.nosnippet, "nosnippet");
  say(page.noimageindex, "noimageindex");
  for (const std::string& date : page.unavailable_after) say(true, "until[" + date + "]");
  return text;
}

std::string header(std::string_view value, std::string_view agent = "freshet") {
  RobotsDirectives directives;
  directives.add_header(value);
  return text_of(directives.for_agent(agent));
}

std::string meta(std::string_view name, std::string_view content,
                 std::string_view agent = "freshet") {
  RobotsDirectives directives;
  directives.add_meta(name, content);
  return text_of(directives.for_agent(agent));
}

TEST(Directives, AreReadInAnyCaseAndSpacing) {
  EXPECT_EQ(header("noindex"), "noindex");
  EXPECT_EQ(header(" NoIndex ,\tNOFOLLOW,,noarchive , "), "noindex nofollow noarchive");
  EXPECT_EQ(meta("ROBOTS", "NOINDEX,NoFollow"), "noindex nofollow");
  EXPECT_EQ(meta(" robots\n", "noindex nofollow;nosnippet"), "noindex nofollow nosnippet");
  EXPECT_EQ(header("noimageindex, nocache"), "noarchive noimageindex");
  EXPECT_EQ(header(""), "");
}

TEST(Directives, NoneIsNoindexAndNofollowAndAllIsNothing) {
  EXPECT_EQ(header("none"), "noindex nofollow");
  EXPECT_EQ(header("all"), "");
  EXPECT_EQ(header("index, follow"), "");
}

TEST(Directives, PassOverWhatIsUnknown) {
  EXPECT_EQ(header("noodp, notranslate, x, noindex, nofollowing, no index"), "noindex");
  EXPECT_EQ(header("max-snippet:20, nofollow"), "nofollow");
  EXPECT_EQ(header("max-snippet: -1, max-image-preview: large, noarchive"), "noarchive");
  EXPECT_EQ(header("some-new-thing: 5, noindex"), "noindex");
  EXPECT_EQ(meta("robots", "max-snippet:20, max-video-preview : -1, noindex"), "noindex");
  EXPECT_EQ(header(":, :noindex, ::, nofollow"), "nofollow");
  EXPECT_EQ(header("noindex:, nofollow: yes, noarchive"), "noindex nofollow noarchive");
}

TEST(Directives, SpeakToTheCrawlerThatIsNamed) {
  EXPECT_EQ(header("Freshet: noindex, nofollow"), "noindex nofollow");
  EXPECT_EQ(header("otherbot: noindex, nofollow"), "");
  EXPECT_EQ(header("otherbot: noindex, nofollow", "OtherBot"), "noindex nofollow");
  EXPECT_EQ(header("noarchive, otherbot: noindex, freshet : nofollow, nosnippet"),
            "nofollow noarchive nosnippet");
  EXPECT_EQ(header("*: noindex"), "noindex");
  EXPECT_EQ(header("otherbot: noindex, *: nofollow"), "nofollow");
  EXPECT_EQ(header("otherbot:, noindex"), "");
  EXPECT_EQ(meta("freshet", "noindex"), "noindex");
  EXPECT_EQ(meta("otherbot", "noindex"), "");
  EXPECT_EQ(meta("description", "none of this matters"), "");
  EXPECT_EQ(meta("robots", "otherbot: noindex"), "");
}

TEST(Directives, SayToNobodyInParticularWhatTheySayToAll) {
  EXPECT_EQ(header("noindex, otherbot: nofollow", ""), "noindex");
  EXPECT_EQ(header("noindex, otherbot: nofollow", "robots"), "noindex");
}

TEST(Directives, KeepTheDateWithItsColonsAndCommas) {
  EXPECT_EQ(header("unavailable_after: 25 Jun 2010 15:00:00 PST"),
            "until[25 Jun 2010 15:00:00 PST]");
  EXPECT_EQ(header("noindex, Unavailable_After : Wed, 03 Aug 2022 12:00:00 GMT, nofollow"),
            "noindex nofollow until[Wed, 03 Aug 2022 12:00:00 GMT]");
  EXPECT_EQ(header("unavailable_after: Aug 3, 2022, noarchive"), "noarchive until[Aug 3, 2022]");
  EXPECT_EQ(header("unavailable_after: 2025-12-31T00:00:00Z"), "until[2025-12-31T00:00:00Z]");
  EXPECT_EQ(header("otherbot: unavailable_after: 1 Jan 2030 10:00:00 UTC"), "");
  EXPECT_EQ(header("freshet: unavailable_after: 1 Jan 2030 10:00:00 UTC, noindex"),
            "noindex until[1 Jan 2030 10:00:00 UTC]");
  EXPECT_EQ(meta("robots", "unavailable_after: 25-Aug-2007 15:00:00 EST, nosnippet"),
            "nosnippet until[25-Aug-2007 15:00:00 EST]");
  EXPECT_EQ(header("unavailable_after:, noindex"), "noindex");
}

TEST(Directives, AddUpOverAllSources) {
  RobotsDirectives directives;
  directives.add_header("noindex");
  directives.add_header("freshet: noarchive");
  directives.add_header("otherbot: nosnippet");
  directives.add_meta("robots", "index, follow, unavailable_after: 1 May 2030");
  directives.add_meta("freshet", "all");
  directives.add_meta("Freshet", "nofollow, unavailable_after: 1 April 2030");
  EXPECT_EQ(text_of(directives.for_agent("FRESHET")),
            "noindex nofollow noarchive until[1 May 2030] until[1 April 2030]");
  EXPECT_EQ(text_of(directives.for_agent("otherbot")), "noindex nosnippet until[1 May 2030]");
  EXPECT_EQ(text_of(directives.for_agent("third")), "noindex until[1 May 2030]");
}

TEST(Directives, AreReadInLinearTime) {
  std::string many_agents, many_dates = "unavailable_after: 1";
  for (int i = 0; i < 100000; ++i) {
    many_agents += std::string(1, static_cast<char>('a' + i % 26)) +
                   static_cast<char>('a' + i / 26 % 26) + static_cast<char>('a' + i / 676 % 26) +
                   ": noindex,";
    many_dates += ",1,unavailable_after: x";
  }
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(header(many_agents), "");
  EXPECT_NE(header(many_dates), "");
  EXPECT_EQ(header(std::string(1000000, ':')), "");
  EXPECT_EQ(header(std::string(1000000, ' ')), "");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

}  // namespace
}  // namespace freshet
