#include "crawl/pace.h"

#include <gtest/gtest.h>

#include "warc/http_date.h"

namespace freshet {
namespace {

using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

TEST(PaceTest, BeginsWithABurstAndThenKeepsTheDelayFromStartToStart) {
  Pace pace({.delay = seconds(15), .burst = 3}, true);
  Tick now = seconds(100);
  for (int i = 0; i < 2; ++i) {
    EXPECT_LE(pace.next_start(), now);
    pace.started(now);
    now += milliseconds(10);
  }
  pace.started(now);
  EXPECT_EQ(pace.next_start(), now + seconds(15));
  now += seconds(20);
  pace.started(now);
  EXPECT_EQ(pace.next_start(), now + seconds(15));
}

TEST(PaceTest, CountsTheDelayFromTheAnswerOn) {
  Pace pace({.delay = seconds(2), .burst = 2}, true);
  pace.started(seconds(1));
  pace.finished(seconds(3));
  EXPECT_LE(pace.next_start(), seconds(3)) << "within the burst";
  pace.started(seconds(3));
  EXPECT_EQ(pace.next_start(), seconds(5));
  pace.finished(seconds(4));
  EXPECT_EQ(pace.next_start(), seconds(6));
}

TEST(PaceTest, ABurstOfNoneIsNone) {
  for (const bool has_burst : {false, true}) {
    Pace pace({.delay = seconds(2), .burst = has_burst ? 1 : 8}, has_burst);
    pace.started(seconds(5));
    EXPECT_EQ(pace.next_start(), seconds(7));
  }
}

TEST(PaceTest, ALongerCrawlDelayCountsUpToItsLimitAndEndsTheBurst) {
  Pace pace({.delay = seconds(2), .burst = 8, .crawl_delay_max = seconds(30)}, true);
  pace.started(seconds(1));
  pace.set_crawl_delay(seconds(10));
  EXPECT_EQ(pace.next_start(), seconds(11));
  pace.set_crawl_delay(seconds(3600));
  EXPECT_EQ(pace.delay(), seconds(30));
  pace.set_crawl_delay(seconds(1));
  EXPECT_EQ(pace.delay(), seconds(30)) << "the robots.txt of another scheme does not shorten it";
}

TEST(PaceTest, WaitsLongerWithEachRefusalAndAsLongAsItIsAsked) {
  Pace pace({.delay = seconds(1), .backoff = seconds(30), .backoff_max = minutes(2)}, false);
  Tick now = seconds(10);
  for (const int expected : {30, 60, 120, 120}) {
    pace.refused(now, std::nullopt);
    EXPECT_EQ(pace.next_start(), now + seconds(expected));
    now = pace.next_start();
  }
  EXPECT_EQ(pace.refusals(), 4);
  pace.refused(now, seconds(7));
  EXPECT_EQ(pace.next_start(), now + seconds(7));
  pace.answered();
  EXPECT_EQ(pace.refusals(), 0);
}

TEST(PaceTest, ReadsRetryAfter) {
  const Time now = *parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(parse_retry_after("120", now), Duration(seconds(120)));
  EXPECT_EQ(parse_retry_after(" Sun, 06 Nov 1994 08:50:37 GMT ", now), Duration(seconds(60)));
  EXPECT_EQ(parse_retry_after("Sun, 06 Nov 1994 07:50:37 GMT", now), Duration(0));
  EXPECT_EQ(parse_retry_after("99999999999999", now), Duration(std::chrono::hours(366 * 24)));
  for (const char* wrong : {"", "soon", "-5", "1.5", "999999999999999999999999"})
    EXPECT_FALSE(parse_retry_after(wrong, now)) << wrong;
}

TEST(HttpDateTest, ReadsTheThreeFormsAndWritesTheFirst) {
  const Time expected = Time{std::chrono::sys_days{std::chrono::year{1994} / 11 / 6}} +
                        std::chrono::hours(8) + minutes(49) + seconds(37);
  for (const char* text : {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
                           "Sun Nov  6 08:49:37 1994"})
    EXPECT_EQ(parse_http_date(text), expected) << text;
  EXPECT_EQ(http_date(expected), "Sun, 06 Nov 1994 08:49:37 GMT");
  for (const char* wrong : {"", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
                            "Sun, 06 Nov 1994 25:49:37 GMT", "0", "Sun, 06 Nov 1994"})
    EXPECT_FALSE(parse_http_date(wrong)) << wrong;
}

}  // namespace
}  // namespace freshet
