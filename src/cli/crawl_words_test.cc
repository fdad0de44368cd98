#include "cli/crawl_words.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(CrawlProgress, TellWhatWaitsAndHowLongItHasBeenQuiet) {
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
