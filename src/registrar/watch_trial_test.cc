#include "registrar/watch_trial.h"

#include <gtest/gtest.h>

#include "app/small_archive_test.h"

namespace freshet {
namespace {

FetchedPage fetched(const std::string& body) {
  return {.url = kHome, .status = 200, .content_type = "text/html", .body = body};
}

std::string page_with(const std::string& price, const std::string& news) {
  return "<title>Shop</title><p class=price>" + price + "</p><p>" + news + "</p>";
}

TEST(WatchTrialTest, ShowsTheLinesThatAreCompared) {
  const auto trial = try_watch({.url = kHome, .parts = {{WatchPart::Kind::css, ".price"}}},
                               fetched(page_with("12 €", "news")), nullptr, Time());
  ASSERT_TRUE(trial) << trial.error().message;
  ASSERT_EQ(trial->part.lines.size(), 1U);
  EXPECT_EQ(trial->part.lines[0].text, "12 €");
  EXPECT_EQ(trial->verdict.event, WatchEvent::first);
  EXPECT_FALSE(trial->archived);
}

TEST(WatchTrialTest, ToldAgainstTheArchivedVersion) {
  SmallArchive archive;
  archive.keep(kHome, page_with("12 €", "It is a fine day today."));
  ArchiveSession session = archive.open();
  const auto price = [&](const std::string& now) {
    const auto trial = try_watch({.url = kHome, .parts = {{WatchPart::Kind::css, ".price"}}},
                                 fetched(page_with(now, "Other news.")), &session,
                                 archive.clock.time + std::chrono::hours(1));
    EXPECT_TRUE(trial) << trial.error().message;
    return *trial;
  };
  EXPECT_EQ(price("12 €").verdict.event, WatchEvent::nothing);
  const WatchTrial changed = price("13 €");
  EXPECT_EQ(changed.verdict.event, WatchEvent::changed);
  ASSERT_EQ(changed.verdict.hunks.size(), 1U);
  EXPECT_EQ(changed.verdict.hunks[0].added, "13");
  EXPECT_TRUE(changed.archived);
  EXPECT_TRUE(to_json(changed).contains(R"("event":"changed")")) << to_json(changed);
}

TEST(WatchTrialTest, AWholePageIsJudged) {
  SmallArchive archive;
  const std::string menu = "<nav><a href=/>Home</a></nav>";
  archive.keep(kHome, menu + "<p>The water of the river is two metres high in the town today.");
  ArchiveSession session = archive.open();
  const auto trial = try_watch(
      {.url = kHome},
      fetched(menu + "<p>All bridges of the old town have been closed until further notice."),
      &session, archive.clock.time + std::chrono::hours(1));
  ASSERT_TRUE(trial) << trial.error().message;
  EXPECT_EQ(trial->verdict.event, WatchEvent::changed);
}

TEST(WatchTrialTest, OtherMethodsAreNotTested) {
  const auto page = fetch_page({.url = kHome, .request = {.method = "POST"}}, {});
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().message, "only watches with the method GET can be tested");
}

}  // namespace
}  // namespace freshet
