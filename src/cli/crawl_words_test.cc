#include "cli/crawl_words.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(CrawlWords, CountWhatAVisitFetched) {
  EXPECT_EQ(visit_words({.pages = 61, .requests = 63}), "61 pages in 63 requests");
  EXPECT_EQ(visit_words({.pages = 0, .requests = 1}), "0 pages in 1 request");
  EXPECT_EQ(visit_words({}), "0 pages in 0 requests");
}

TEST(CrawlWords, TellWhatAVisitTookFromTheArchive) {
  EXPECT_EQ(visit_words({.pages = 61, .recalled = 62}),
            "61 pages; nothing was fetched again, since the archive had it all already");
  EXPECT_EQ(visit_words({.pages = 61, .requests = 20, .recalled = 42}),
            "61 pages in 20 requests; 42 more answers were in the archive already and not fetched "
            "again");
  EXPECT_EQ(visit_words({.pages = 61, .requests = 61, .recalled = 1}),
            "61 pages in 61 requests; 1 more answer was in the archive already and not fetched "
            "again");
}

TEST(CrawlWords, TellWhatWaitsAndHowLongItHasBeenQuiet) {
  RunView view{.visits = 1, .pages = 340, .urls_waiting = 1204};
  view.quiet_for = std::chrono::seconds(2);
  EXPECT_EQ(
      progress_words(view),
      "1 host in visit, 340 pages (0.0/s, 0.0 MB/s), 1204 URLs and 0 hosts waiting, 0 errors");
  view.quiet_for = std::chrono::seconds(70);
  EXPECT_TRUE(progress_words(view).ends_with(", last answer 1m 10s ago")) << progress_words(view);
}

}  // namespace
}  // namespace freshet
