#include "app/crawl_words.h"

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

}  // namespace
}  // namespace freshet
