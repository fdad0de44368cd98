#include "practice/truth.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "practice/naive_crawler_test.h"

namespace freshet {
namespace {

std::vector<nlohmann::json> truth_of(const World& world) {
  std::vector<nlohmann::json> lines;
  write_truth(world, [&](std::string_view line) {
    EXPECT_TRUE(line.ends_with("}\n"));
    lines.push_back(nlohmann::json::parse(line));
  });
  return lines;
}

// Asks the world for each page: its status, and its rules by the robots.txt parser.
TEST(Truth, AgreesWithWhatTheWorldAnswers) {
  const World world({.seed = 9, .hosts = 60, .pages = 1500});
  const Time now = world.plan().began + std::chrono::minutes(2);  // no host is busy any more
  const NaiveCrawler crawler(world, now);
  std::map<std::string, int> kinds;
  std::optional<RobotsTxt> robots;
  std::string fault;
  for (const nlohmann::json& line : truth_of(world)) {
    if (line["type"] == "host") {
      fault = line["fault"];
      const Url at = *Url::parse("/robots.txt", *Url::parse(line["url"].get<std::string>()));
      PracticeAnswer answer = crawler.get(at);
      if (answer.status == 301)
        answer = crawler.get(*Url::parse("/rules/robots-of-this-host.txt", at));
      robots.reset();
      if (answer.status == 404) robots = RobotsTxt::parse("");
      if (answer.status == 200 && answer.bad == Misbehaviour{})
        robots = RobotsTxt::parse(answer.body);
      if (answer.bad.has_wrong_certificate) robots = RobotsTxt::parse("");
      continue;
    }
    if (line["type"] != "page") continue;
    ++kinds[line["kind"]];
    const Url url = *Url::parse(line["url"].get<std::string>());
    EXPECT_EQ(url.href(), line["url"].get<std::string>());
    std::string target(url.path());
    if (url.query()) target.append("?").append(*url.query());
    EXPECT_EQ(line["allowed"], robots && robots->allows("freshet", target)) << line;
    const PracticeAnswer answer = crawler.get(url);
    if (line["status"] != 0) {
      EXPECT_EQ(line["status"], answer.status) << line;
    } else {
      EXPECT_NE(fault, "none") << line;
    }
    if (line.contains("redirects_to") && answer.status / 100 == 3) {
      EXPECT_EQ(line["redirects_to"], *warc::find_field(answer.headers, "Location"));
    }
  }
  EXPECT_EQ(kinds.size(), 13u) << "every kind of page occurs";
}

TEST(Truth, ListsRequisitesThatAreThere) {
  const World world({.seed = 2, .hosts = 12, .pages = 100});
  const NaiveCrawler crawler(world, world.plan().began);
  std::size_t requisites = 0;
  for (const nlohmann::json& line : truth_of(world)) {
    if (!line.contains("requisites") || line.value("fault", "none") != "none") continue;
    for (const nlohmann::json& url : line["requisites"]) {
      const PracticeAnswer answer = crawler.get(*Url::parse(url.get<std::string>()));
      if (!answer.bad.has_wrong_certificate && answer.status != 429) {
        EXPECT_EQ(answer.status, 200) << url;
      }
      ++requisites;
    }
  }
  EXPECT_GT(requisites, 300u);
}

}  // namespace
}  // namespace freshet
