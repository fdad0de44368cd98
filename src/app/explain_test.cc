#include "app/explain.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/small_archive_test.h"

namespace freshet {
namespace {

class ExplainTest : public testing::Test {
 protected:
  // The answer of one finding; "none" if there is no such finding.
  std::string answer(const std::string& url, std::string_view name) {
    ArchiveSession session = archive.open(options);
    const auto explained = explain(session, url);
    EXPECT_TRUE(explained) << explained.error().message;
    for (const UrlFinding& finding : explained->findings)
      if (finding.name == name) return finding.answer;
    return "none";
  }

  SmallArchive archive;
  SessionOptions options;
};

TEST_F(ExplainTest, AKeptPageHasARateAndANextCheck) {
  archive.keep(kNews, "<p>one");
  EXPECT_EQ(answer(kNews, "fetched"), "yes");
  EXPECT_NE(answer(kNews, "rate"), "none");
  EXPECT_NE(answer(kNews, "next_check"), "none");
  EXPECT_EQ(answer("a.example/news", "fetched"), "yes") << "without a scheme";
}

TEST_F(ExplainTest, APageThatIsNotThereHasNoRate) {
  archive.keep(kNews, "<p>one");
  EXPECT_EQ(answer("https://a.example/none", "fetched"), "no");
  EXPECT_EQ(answer("https://a.example/none", "rate"), "none");
  EXPECT_EQ(answer("https://a.example/none", "in_scope"), "unknown");
  EXPECT_EQ(answer("https://a.example/none", "allowed"), "unknown");
}

TEST_F(ExplainTest, ReadsRobotsTxtAsItWasKept) {
  archive.keep(kNews, "<p>one");
  archive.keep("https://a.example/robots.txt", "User-agent: *\nDisallow: /private\n", "text/plain");
  EXPECT_EQ(answer(kNews, "allowed"), "yes");
  EXPECT_EQ(answer("https://a.example/private/x", "allowed"), "no");
}

TEST_F(ExplainTest, KnowsTrapsAndNormalForms) {
  archive.keep(kNews, "<p>one");
  options.plan.traps.url_bytes = 40;
  EXPECT_EQ(answer("https://a.example/" + std::string(100, 'x'), "trap"), "yes");
  EXPECT_EQ(answer("https://a.example/news#top", "url"), kNews);
}

TEST_F(ExplainTest, RefusesWhatIsNoUrlOfTheWeb) {
  archive.keep(kNews, "<p>one");
  ArchiveSession session = archive.open();
  for (const char* text : {"a b", "ftp://a.example/", "mailto:me@example.com"}) {
    const auto explained = explain(session, text);
    ASSERT_FALSE(explained) << text;
    EXPECT_EQ(explained.error().code, Errc::invalid);
  }
}

TEST_F(ExplainTest, JsonHasEveryFinding) {
  archive.keep(kNews, "<p>one");
  ArchiveSession session = archive.open();
  const auto explained = explain(session, kNews);
  ASSERT_TRUE(explained);
  const auto object = nlohmann::json::parse(to_json(*explained));
  EXPECT_EQ(object.at("url"), kNews);
  EXPECT_EQ(object.at("findings").size(), explained->findings.size());
  EXPECT_EQ(object.at("findings").at(0).at("name"), "fetched");
}

}  // namespace
}  // namespace freshet
