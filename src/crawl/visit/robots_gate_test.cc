// RFC 9309: 2.3.1 (access), 2.4 (caching).
#include "crawl/visit/robots_gate.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace freshet {
namespace {

using Access = RobotsGate::Access;

constexpr std::string_view kOrigin = "https://a.example";

class RobotsGateTest : public testing::Test {
 protected:
  RobotsGate::Outcome answer(int status, const std::string& body, const Errand& errand) {
    warc::HttpHead head;
    head.status = status;
    if (status >= 300 && status <= 399) head.fields.push_back({"Location", body});
    return gate.on_answer(*errand.robots(), errand.url, head, body, now);
  }
  RobotsGate::Outcome answer(int status, const std::string& body) {
    return answer(status, body, *robots_errand(std::string(kOrigin)));
  }
  Access access(const std::string& path) {
    return gate.access(*Url::parse(std::string(kOrigin) + path), now);
  }

  CrawlPlan plan;
  Time now = *parse_time("2026-03-01T00:00:00Z");
  RobotsGate gate{plan, {}};
};

TEST_F(RobotsGateTest, AsksBeforeAnythingIsFetched) {
  EXPECT_EQ(access("/"), Access::ask);
  answer(200, "User-agent: *\nDisallow: /private\n");
  EXPECT_EQ(access("/"), Access::allowed);
  EXPECT_EQ(access("/private/a"), Access::forbidden);
}

TEST_F(RobotsGateTest, AsksAgainAfterADay) {
  answer(200, "");
  now += std::chrono::hours(23);
  EXPECT_EQ(access("/"), Access::allowed);
  now += std::chrono::hours(2);
  EXPECT_EQ(access("/"), Access::ask);
}

TEST_F(RobotsGateTest, TellsCrawlDelayAndSitemaps) {
  const auto outcome =
      answer(200, "User-agent: *\nCrawl-delay: 7\nSitemap: https://a.example/sitemap.xml\n");
  const auto& rules = std::get<RobotsGate::Rules>(outcome);
  EXPECT_EQ(rules.crawl_delay, std::chrono::seconds(7));
  EXPECT_EQ(rules.sitemaps, std::vector<std::string>{"https://a.example/sitemap.xml"});
}

TEST_F(RobotsGateTest, AllowsEverythingWithoutAFile) {
  answer(404, "");
  EXPECT_EQ(access("/anything"), Access::allowed);
}

TEST_F(RobotsGateTest, FollowsRedirectsAndAppliesTheRulesToEveryOrigin) {
  const Errand first = *robots_errand(std::string(kOrigin));
  const auto outcome = answer(301, "https://user:secret@www.a.example/robots.txt", first);
  const auto& redirect = std::get<RobotsGate::Redirect>(outcome);
  EXPECT_EQ(access("/"), Access::ask);
  const Errand second = redirected_robots(first, redirect.target);
  EXPECT_EQ(second.url_text, "https://www.a.example/robots.txt");
  answer(200, "User-agent: *\nDisallow: /\n", second);
  EXPECT_EQ(access("/"), Access::forbidden);
  EXPECT_EQ(gate.access(*Url::parse("https://www.a.example/"), now), Access::forbidden);
}

TEST_F(RobotsGateTest, TreatsAServerErrorAsUnreachable) {
  EXPECT_EQ(std::get<RobotsGate::Unreadable>(answer(503, "")).why, "status 503");
  EXPECT_EQ(access("/"), Access::ask);
  const Errand errand = *robots_errand(std::string(kOrigin));
  EXPECT_FALSE(gate.on_unreachable(*errand.robots(), now));
  gate.close(*errand.robots(), now);
  EXPECT_EQ(access("/"), Access::unreachable);
}

TEST_F(RobotsGateTest, CountsAFileAsAbsentAfterThirtyDays) {
  const Errand errand = *robots_errand(std::string(kOrigin));
  EXPECT_FALSE(gate.on_unreachable(*errand.robots(), now));
  now += std::chrono::days(29);
  RobotsGate next(plan, gate.down());  // the next visit
  EXPECT_FALSE(next.on_unreachable(*errand.robots(), now));
  now += std::chrono::days(2);
  EXPECT_TRUE(next.on_unreachable(*errand.robots(), now));
  EXPECT_EQ(next.access(*Url::parse("https://a.example/"), now), Access::allowed);
}

TEST_F(RobotsGateTest, ForgetsThatAFileWasUnreachableWhenItComes) {
  const Errand errand = *robots_errand(std::string(kOrigin));
  gate.on_unreachable(*errand.robots(), now);
  EXPECT_EQ(gate.down().size(), 1U);
  answer(200, "");
  EXPECT_TRUE(gate.down().empty());
}

TEST_F(RobotsGateTest, IsOpenIfTheUserSaysSo) {
  plan.obey.robots_txt = false;
  EXPECT_EQ(access("/"), Access::allowed);
}

}  // namespace
}  // namespace freshet
