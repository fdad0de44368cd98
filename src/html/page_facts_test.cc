#include "html/page_facts.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

PageFacts facts_of(std::string_view page) {
  const TagIndex index = index_tags(page, Scripting::on);
  const auto url = Url::parse("http://a.example/d/p");
  EXPECT_TRUE(url);
  const Links links = extract_links(page, index, Scripting::on, *url);
  return read_page_facts(page, index, Scripting::on, links, "freshet");
}

TEST(PageFactsTest, ReadsTheFirstTitle) {
  EXPECT_EQ(facts_of("<title>\n Fish &amp;\t<b>chips\n</title><title>2</title>").title,
            "Fish & <b>chips");
  EXPECT_EQ(facts_of("<svg><title>drawing</title></svg><p>a<title>page</title>").title, "page");
  EXPECT_EQ(facts_of("<title></title><title>2</title>").title, "");
  EXPECT_EQ(facts_of("<title>cut off").title, "cut off");
  EXPECT_EQ(facts_of("<template><title>no</title></template>").title, "");
  EXPECT_EQ(facts_of("<p>a").title, "");
}

TEST(PageFactsTest, ReadsTheLanguage) {
  EXPECT_EQ(facts_of("<html lang=' de-CH '><meta http-equiv=content-language content=fr>").language,
            "de-CH");
  EXPECT_EQ(facts_of("<html><meta http-equiv=Content-Language content=' fr x'>").language, "fr");
  EXPECT_EQ(facts_of("<meta http-equiv=content-language content='de, fr'>").language, "");
}

TEST(PageFactsTest, ReadsTheDescriptionAndTheCanonicalAddress) {
  const PageFacts facts = facts_of(
      "<meta name=Description content=''><meta name=description content='All&#10;about  fish'>"
      "<link rel=canonical href=/fish><link rel=canonical href=/other>");
  EXPECT_EQ(facts.description, "All about fish");
  ASSERT_TRUE(facts.canonical);
  EXPECT_EQ(facts.canonical->href(), "http://a.example/fish");
  EXPECT_FALSE(facts_of("<p>").canonical);
}

TEST(PageFactsTest, ReadsWhatIsSaidToRobotsAndToUs) {
  const PageFacts facts = facts_of(
      "<meta name=ROBOTS content='NoIndex, follow'><meta name=otherbot content=none>"
      "<meta name=Freshet content=noarchive><meta name=robots>");
  EXPECT_EQ(facts.robots,
            (std::vector<RobotsMeta>{{"robots", "NoIndex, follow"}, {"freshet", "noarchive"}}));
}

TEST(PageFactsTest, RobotsMetasAloneAreThoseOfTheFacts) {
  for (const char* page :
       {"<p>", "<meta name=description content=x>", "<meta name=Robots content=none>",
        "<meta name='&#114;obots' content=x><meta name=freshet content=y>",
        "<template><meta name=robots content=x></template>",
        "<svg><meta name=robots content=x></svg><title>a</title>", "<meta name=robots>"})
    EXPECT_EQ(read_robots_metas(page, index_tags(page, Scripting::on), Scripting::on, "freshet"),
              facts_of(page).robots)
        << page;
}

TEST(PageFactsTest, KeepsToTheLimits) {
  EXPECT_EQ(facts_of("<title>" + std::string(100'000, 'x')).title.size(), kFactBytesMax);
  std::string metas;
  for (std::size_t i = 0; i < 2 * kRobotsMetasMax; ++i) metas += "<meta name=robots content=x>";
  EXPECT_EQ(facts_of(metas).robots.size(), kRobotsMetasMax);
}

}  // namespace
}  // namespace freshet
