#include "robots/robots_txt.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "robots/robots_twin.h"

namespace freshet {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr RobotsOptions kGoogle = {.compat = RobotsCompat::google};

// RFC 9309, section 5.1.
constexpr std::string_view kSimpleExample =
    "User-Agent: *\n"
    "Disallow: *.gif$\n"
    "Disallow: /example/\n"
    "Allow: /publications/\n"
    "\n"
    "User-Agent: foobot\n"
    "Disallow:/\n"
    "Allow:/example/page.html\n"
    "Allow:/example/allowed.gif\n"
    "\n"
    "User-Agent: barbot\n"
    "User-Agent: bazbot\n"
    "Disallow: /example/page.html\n"
    "\n"
    "User-Agent: quxbot\n";

TEST(RobotsTxt, FollowsTheSimpleExampleOfTheRfc) {
  const RobotsTxt robots = RobotsTxt::parse(kSimpleExample);
  EXPECT_FALSE(robots.allows("anybot", "/x.gif"));
  EXPECT_FALSE(robots.allows("anybot", "/example/page.html"));
  EXPECT_TRUE(robots.allows("anybot", "/publications/x"));
  EXPECT_FALSE(robots.allows("foobot", "/"));
  EXPECT_TRUE(robots.allows("FooBot", "/example/page.html"));
  EXPECT_TRUE(robots.allows("foobot", "/example/allowed.gif"));
  for (const char* bot : {"barbot", "bazbot"}) {
    EXPECT_FALSE(robots.allows(bot, "/example/page.html"));
    EXPECT_TRUE(robots.allows(bot, "/example/"));
  }
  EXPECT_TRUE(robots.allows("quxbot", "/x.gif"));
}

// Section 2.2.1.
TEST(RobotsTxt, MergesAllGroupsOfACrawler) {
  const RobotsTxt robots = RobotsTxt::parse(
      "user-agent: a\ndisallow: /foo\n\nuser-agent: b\ndisallow: /\n\n"
      "user-agent: A\nuser-agent: a\ndisallow: /bar\n");
  EXPECT_FALSE(robots.allows("a", "/foo"));
  EXPECT_FALSE(robots.allows("a", "/bar"));
  EXPECT_TRUE(robots.allows("a", "/baz"));
  EXPECT_EQ(robots.rules_for("a").rules().size(), 2u);
}

TEST(RobotsTxt, FallsBackToTheStarOnlyWithoutAGroupOfItsOwn) {
  const RobotsTxt robots =
      RobotsTxt::parse("user-agent: *\ndisallow: /x\nuser-agent: *\ndisallow: /y\nuser-agent: a\n");
  EXPECT_TRUE(robots.allows("a", "/x"));
  EXPECT_FALSE(robots.allows("b", "/x"));
  EXPECT_FALSE(robots.allows("b", "/y"));
  EXPECT_FALSE(robots.allows("", "/y"));
  EXPECT_FALSE(robots.allows("*", "/y"));
  EXPECT_FALSE(robots.allows("not a token", "/y"));
}

TEST(RobotsTxt, LetsALineThatNamesNobodyBeginAGroup) {
  const std::string_view robots =
      "user-agent: *\ndisallow: /admin\nuser-agent: 360Spider\ndisallow: /\n";
  EXPECT_TRUE(RobotsTxt::parse(robots).allows("a", "/page"));
  EXPECT_TRUE(RobotsTxt::parse(robots, kGoogle).allows("a", "/page"));
  EXPECT_FALSE(RobotsTxt::parse(robots).allows("a", "/admin"));
}

// Section 2.2.1: the token is compared without regard to case.
TEST(RobotsTxt, TakesTheTokenBeforeAVersion) {
  const std::string_view robots =
      "user-agent: Freshet/9.9\ndisallow: /\n\nuser-agent: *\nallow: /\n";
  for (const RobotsOptions options : {RobotsOptions{}, kGoogle}) {
    EXPECT_FALSE(RobotsTxt::parse(robots, options).allows("freshet", "/"));
    EXPECT_TRUE(RobotsTxt::parse(robots, options).allows("fresh", "/"));
    EXPECT_TRUE(RobotsTxt::parse("user-agent: */2\ndisallow: /\n", options).allows("a", "/"));
    EXPECT_TRUE(RobotsTxt::parse("user-agent: /a\ndisallow: /\n", options).allows("a", "/"));
  }
}

TEST(RobotsTxt, TakesTheTokenAtTheStartOfAUserAgentLineAsGoogleDoes) {
  const std::string_view robots = "user-agent: a bot\ndisallow: /\n";
  EXPECT_TRUE(RobotsTxt::parse(robots).allows("a", "/"));
  EXPECT_FALSE(RobotsTxt::parse(robots, kGoogle).allows("a", "/"));
  const std::string_view star = "user-agent: * all\ndisallow: /\nuser-agent: *b\nallow: /\n";
  EXPECT_TRUE(RobotsTxt::parse(star).allows("b", "/"));
  EXPECT_FALSE(RobotsTxt::parse(star, kGoogle).allows("b", "/"));
}

// Section 2.2.2.
TEST(RobotsTxt, AlwaysAllowsItself) {
  for (const RobotsOptions options : {RobotsOptions{}, kGoogle}) {
    const RobotsTxt robots = RobotsTxt::parse("user-agent: *\ndisallow: /\n", options);
    EXPECT_TRUE(robots.allows("a", "/robots.txt"));
    EXPECT_FALSE(robots.allows("a", "/robots.txt2"));
    EXPECT_EQ(robots.rules_for("a").explain("/robots.txt").reason, RobotsReason::robots_txt_itself);
  }
}

TEST(RobotsTxt, PrefersAllowAmongRulesThatAreTheSameInOtherSpellings) {
  const RobotsTxt robots =
      RobotsTxt::parse("user-agent: a\ndisallow: /\xC3\xA1%62\nallow: /%c3%A1b\n");
  EXPECT_TRUE(robots.allows("a", "/%C3%A1b"));
}

TEST(RobotsTxt, ExplainsEachDecision) {
  const RobotsRules rules = RobotsTxt::parse(kSimpleExample).rules_for("foobot");
  const RobotsDecision page = rules.explain("/example/page.html?x");
  EXPECT_TRUE(page.allowed);
  EXPECT_EQ(page.reason, RobotsReason::rule);
  EXPECT_EQ(page.line, 8u);
  EXPECT_EQ(page.pattern, "/example/page.html");
  EXPECT_EQ(rules.explain("/other").line, 7u);
  EXPECT_FALSE(rules.explain("/other").allowed);

  const RobotsTxt robots = RobotsTxt::parse(kSimpleExample);
  EXPECT_EQ(robots.rules_for("quxbot").explain("/").reason, RobotsReason::no_rule_matches);
  EXPECT_EQ(RobotsTxt::parse("").rules_for("a").explain("/").reason, RobotsReason::no_group);
}

TEST(RobotsTxt, NamesTheFirstOfEqualRules) {
  const RobotsTxt robots = RobotsTxt::parse("user-agent: a\ndisallow: /x\ndisallow: /x\n");
  EXPECT_EQ(robots.rules_for("a").explain("/x").line, 2u);
}

TEST(RobotsRules, StandForAFileThatIsNotThereOrCannotBeHad) {
  EXPECT_TRUE(RobotsRules::allow_all().allows("/"));
  EXPECT_EQ(RobotsRules::allow_all().explain("/").reason, RobotsReason::unavailable);
  EXPECT_FALSE(RobotsRules::disallow_all().allows("/"));
  EXPECT_FALSE(RobotsRules::disallow_all().explain("/").allowed);
  EXPECT_EQ(RobotsRules::disallow_all().explain("/").reason, RobotsReason::unreachable);
  EXPECT_TRUE(RobotsRules::disallow_all().allows("/robots.txt"));
}

TEST(CrawlDelay, IsANumberOfSecondsOrNothing) {
  EXPECT_EQ(parse_crawl_delay("10"), seconds(10));
  EXPECT_EQ(parse_crawl_delay("0"), seconds(0));
  EXPECT_EQ(parse_crawl_delay("0.5"), milliseconds(500));
  EXPECT_EQ(parse_crawl_delay(".25"), milliseconds(250));
  EXPECT_EQ(parse_crawl_delay("1."), seconds(1));
  EXPECT_EQ(parse_crawl_delay("1.00099999999999999999999"), milliseconds(1000));
  EXPECT_EQ(parse_crawl_delay("86400.999"), hours(24));
  EXPECT_EQ(parse_crawl_delay(std::string(1000, '9')), hours(24));
  for (const char* garbage : {"", ".", "-1", "+1", "1e3", "10s", "1 0", "1.2.3", "ten", "0x10"})
    EXPECT_EQ(parse_crawl_delay(garbage), std::nullopt) << garbage;
}

TEST(CrawlDelay, BelongsToTheUserAgentLinesAboveIt) {
  const RobotsTxt robots = RobotsTxt::parse(
      "crawl-delay: 99\n"
      "user-agent: a\nuser-agent: b\ncrawl-delay: 10\n"
      "user-agent: *\ncrawl-delay: 1\ndisallow: /x\n"
      "user-agent: c\ndisallow: /y\ncrawl-delay: 2\ncrawl-delay: never\n"
      "user-agent: d\n"
      "user-agent: C\ncrawl-delay: 3\n");
  EXPECT_EQ(robots.crawl_delay("a"), seconds(10));
  EXPECT_EQ(robots.crawl_delay("B"), seconds(10));
  EXPECT_EQ(robots.crawl_delay("other"), seconds(1));
  EXPECT_EQ(robots.crawl_delay("c"), seconds(3));
  EXPECT_EQ(robots.crawl_delay("d"), seconds(3));
  EXPECT_EQ(RobotsTxt::parse("user-agent: a\n").crawl_delay("a"), std::nullopt);
}

// Section 2.2.4: other records must not end a group.
TEST(CrawlDelay, EndsNoGroup) {
  const RobotsTxt robots =
      RobotsTxt::parse("user-agent: a\ncrawl-delay: 1\nuser-agent: b\ndisallow: /\n");
  EXPECT_FALSE(robots.allows("a", "/"));
  EXPECT_FALSE(robots.allows("b", "/"));
  EXPECT_EQ(robots.crawl_delay("b"), std::nullopt);
}

TEST(Sitemaps, AreListedInOrderWhereverTheyStand) {
  const RobotsTxt robots = RobotsTxt::parse(
      "Sitemap: https://a.example/2.xml\nuser-agent: b\nSITEMAP:https://a.example/1.xml # x\n"
      "sitemap:\nsite-map: /relative.xml\ndisallow: /");
  EXPECT_EQ(robots.sitemaps(),
            (std::vector<std::string>{"https://a.example/2.xml", "https://a.example/1.xml",
                                      "/relative.xml"}));
  EXPECT_FALSE(robots.allows("b", "/"));
}

// Lines are drawn from a small set, so that groups, rules and ties often collide.
std::string random_robots(std::mt19937& random) {
  const std::vector<std::string> lines = {
      "user-agent: a",       "user-agent: b",  "User-Agent: *",    "user-agent: a b",
      "user-agent: A/2 b",   "disallow: /",    "disallow: /a",     "allow: /a",
      "allow: /*b",          "disallow: /*b$", "disallow: /a*",    "allow: /a/$",
      "disallow: /a/b",      "allow: /%61/",   "disallow:",        "crawl-delay: 1",
      "sitemap: x",          "allow /a",       "disalow: /b",      "",
      "# user-agent: b",     "allow: /%2A",    "disallow: /?a=/b", "disallow: /*%2F",
      "allow: /a/index.html"};
  std::string robots = lines[random() % 5] + "\n";
  for (auto count = random() % 16; count > 0; --count)
    robots += lines[random() % lines.size()] + (random() % 5 == 0 ? "\r\n" : "\n");
  return robots;
}

TEST(RobotsTxt, AgreesWithItsTwinOnRandomFiles) {
  std::mt19937 random(1994);
  const std::string_view alphabet = "aab/?=%2F*";
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::string robots = random_robots(random);
    std::string path = "/";
    for (auto length = random() % 7; length > 0; --length)
      path += alphabet[random() % alphabet.size()];
    const std::string agent(1, "abc"[random() % 3]);
    for (const RobotsOptions options : {RobotsOptions{}, kGoogle}) {
      const RobotsRules rules = RobotsTxt::parse(robots, options).rules_for(agent);
      const bool expected = twin::allows(robots, agent, path, options);
      ASSERT_EQ(rules.allows(path), expected) << robots << "\n" << agent << " " << path;
      ASSERT_EQ(rules.explain(path).allowed, expected);
      refused += !expected;
    }
  }
  EXPECT_GT(refused, 4000);
}

// Files of the largest size, worst cases for a careless parser.
TEST(RobotsTxt, IsReadAndAskedInBoundedTime) {
  const auto fill = [](std::string start, std::string_view line) {
    while (start.size() + line.size() <= kRobotsBytesMax) start += line;
    return start;
  };
  const std::string half_agents = fill("", "user-agent:a\n").substr(0, kRobotsBytesMax / 26 * 13);
  const std::vector<std::string> files = {
      fill(half_agents, "crawl-delay:1\n"),
      fill(half_agents, "allow:/a\n"),
      fill("", "user-agent:a\nallow:/\n"),
      fill("user-agent:a\n", "allow:/*b\n"),
      fill("user-agent:a\n", "allow:/*" + std::string(200, 'a') + "b\n"),
      fill("user-agent:a\nallow:/", "*a"),
      std::string(kRobotsBytesMax, '\n'),
      std::string(kRobotsBytesMax, '\0'),
  };
  const std::string path = "/" + std::string(2000, 'a');
  for (const std::string& file : files) {
    const auto start = std::chrono::steady_clock::now();
    for (const RobotsOptions options : {RobotsOptions{}, kGoogle})
      EXPECT_TRUE(RobotsTxt::parse(file, options).allows("a", path));
    EXPECT_LT(std::chrono::steady_clock::now() - start, seconds(20)) << file.substr(0, 40);
  }
}

}  // namespace
}  // namespace freshet
