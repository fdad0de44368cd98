#include "app/coherence.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/sighted_archive_test.h"

namespace freshet {
namespace {

using nlohmann::json;
using std::chrono::hours;

std::string page_with(const std::string& text, const std::string& links = "") {
  return "<h1>" + text + "</h1><p>" + text + " is what this page of the site tells its readers " +
         "about, in one sentence that is long enough to be read.</p>" + links;
}

class CoherenceTest : public testing::Test {
 protected:
  // Three pages: the home page and a stay the same, b changes between its visit and its revisit.
  void capture_three() {
    const std::string links = "<a href='/a'>a</a> <a href='/b'>b</a>";
    visit("/", hours(0), page_with("Home", links));
    visit("/a", hours(1), page_with("Apples"));
    visit("/b", hours(2), page_with("Bananas"));
    visit("/b", hours(3), page_with("Cucumbers and melons"));
    visit("/a", hours(4), page_with("Apples"));
    visit("/", hours(5), page_with("Home", links));
  }

  void visit(const std::string& path, Duration after, const std::string& body) {
    archive.keep({.path = path, .time = kMorning + after, .body = body});
  }

  SiteCoherence assess(const CoherenceRequest& request = {}) {
    ArchiveSession session = archive.open();
    auto found = assess_site(session, archive.host(), request);
    EXPECT_TRUE(found) << found.error().message;
    return std::move(found->site);
  }

  static const PageCoherence& page(const SiteCoherence& site, const std::string& path) {
    for (const PageCoherence& each : site.pages)
      if (each.url == kSite + path) return each;
    ADD_FAILURE() << path;
    return site.pages.front();
  }

  SightedArchive archive;
};

TEST_F(CoherenceTest, TellsWhichPagesAreProvenAtTheBestInstant) {
  capture_three();
  const SiteCoherence site = assess();
  EXPECT_EQ(site.best.pages, 3u) << "b is proven where it was seen";
  EXPECT_EQ(site.count(Verdict::proven), 3u);
  const SiteCoherence between = assess({.at = kMorning + hours(2) + std::chrono::minutes(30)});
  EXPECT_EQ(between.count(Verdict::proven), 2u);
  EXPECT_EQ(between.count(Verdict::changed), 1u);
  EXPECT_EQ(page(between, "/b").defect, Defect::major_text);
  EXPECT_EQ(between.defects.count(Defect::major_text), 1u);
  EXPECT_EQ(between.inducible.errors, 1u);
  EXPECT_DOUBLE_EQ(between.inducible.share, 1 - 1.0 / 3);
  EXPECT_EQ(between.measurable.errors, 2u) << "without dates only the first page is known then";
}

TEST_F(CoherenceTest, FindsLinksDepthsAndTheLinkedPart) {
  capture_three();
  const SiteCoherence site = assess();
  EXPECT_EQ(site.links.size(), 2u);
  EXPECT_EQ(page(site, "/").depth, 0u);
  EXPECT_EQ(page(site, "/a").depth, 1u);
  EXPECT_EQ(site.linked_part.pages.size(), 3u);
  EXPECT_FALSE(site.policies.empty());
  EXPECT_EQ(site.policies.front().name, "freshet");
}

TEST_F(CoherenceTest, APageSeenOnceWithoutADateIsUnknownElsewhere) {
  visit("/", hours(0), page_with("Home"));
  const SiteCoherence site = assess({.at = kMorning + hours(2)});
  EXPECT_EQ(site.count(Verdict::unknown), 1u);
  EXPECT_EQ(site.proven_share(), 0);
}

TEST_F(CoherenceTest, AClockThatTicksIsNoDefectUnlessBytesAreCompared) {
  visit("/", hours(0), page_with("Home") + "<!-- 10:00 -->");
  visit("/", hours(2), page_with("Home") + "<!-- 12:00 -->");
  const CoherenceRequest judged{.at = kMorning + hours(1)};
  EXPECT_EQ(assess(judged).count(Verdict::proven), 1u);
  EXPECT_EQ(assess(judged).defects.count(Defect::noise), 1u);
  const CoherenceRequest strict{.at = kMorning + hours(1), .rule = ContentRule::strict};
  EXPECT_EQ(assess(strict).count(Verdict::changed), 1u);
}

TEST_F(CoherenceTest, APageThatIsGoneThenIsNotCounted) {
  visit("/", hours(0), page_with("Home"));
  visit("/", hours(9), page_with("Home"));
  visit("/a", hours(0), page_with("Apples"));
  archive.keep({.path = "/a", .time = kMorning + hours(3), .body = "no", .status = 404});
  archive.keep({.path = "/a", .time = kMorning + hours(6), .body = "no", .status = 404});
  const SiteCoherence later = assess({.at = kMorning + hours(5)});
  EXPECT_EQ(later.absent, 1u);
  EXPECT_EQ(later.present(), 1u);
  const SiteCoherence between = assess({.at = kMorning + hours(1)});
  EXPECT_EQ(page(between, "/a").verdict.verdict, Verdict::changed);
  EXPECT_EQ(page(between, "/a").defect, Defect::removed);
}

TEST_F(CoherenceTest, WritesJsonWithTheEvidenceOfEachPage) {
  capture_three();
  const json told = json::parse(to_json(assess(), PagesShown::yes));
  EXPECT_EQ(told.at("format"), "freshet-coherence");
  EXPECT_EQ(told.at("verdicts").at("proven"), 3);
  EXPECT_EQ(told.at("page_list").size(), 3u);
  EXPECT_TRUE(told.at("page_list")[0].at("visit").at("sent").is_string());
  EXPECT_FALSE(json::parse(to_json(assess(), PagesShown::no)).contains("page_list"));
}

TEST_F(CoherenceTest, OnePageIsJudgedAlone) {
  capture_three();
  ArchiveSession session = archive.open();
  const auto row = session.archive().find(kSite + "/b", kTimeMax);
  ASSERT_TRUE(row && *row);
  const auto found =
      page_at_time(session, (*row)->page, kMorning + hours(2) + std::chrono::minutes(30));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->page.verdict.verdict, Verdict::changed);
}

}  // namespace
}  // namespace freshet
