#include "report/page_history.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "change/judge.h"
#include "report/calendar.h"
#include "report/made_report_test.h"

namespace freshet {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

constexpr const char* kStages =
    R"({"bytes":{"finding":"differs"},"similarity":{"finding":"differs","jaccard":0.94},)"
    R"("links":{"new":1.0},"noise":{"content_words":12,"content_blocks":2,"noisy_blocks":0}})";

class PageHistoryTest : public testing::Test {
 protected:
  void check(const char* day, CheckOutcome outcome, std::uint16_t status = 200) {
    history_.checks.push_back(made_check(history_.url, *parse_time(day) + 3h, outcome, status));
  }

  std::string text(std::size_t listed_max = 20) const {
    return history_text(history_, listed_max, false);
  }

  PageHistory history_{.url = "https://example.com/news",
                       .first_seen = *parse_time("2026-10-01T08:00:00Z"),
                       .versions = 3,
                       .now = *parse_time("2026-11-16T12:00:00Z")};
};

TEST_F(PageHistoryTest, TellsATiredPersonWhatIsKnown) {
  check("2026-10-05", CheckOutcome::same, 304);
  check("2026-10-20", CheckOutcome::changed);
  history_.checks.back().change = 2;
  history_.checks.back().score = 0.91;
  history_.checks.back().stages = kStages;
  check("2026-10-27", CheckOutcome::failed, 0);
  check("2026-11-02", CheckOutcome::gone, 404);
  check("2026-11-03", CheckOutcome::back);
  history_.belief = PageBelief{.page = {},
                               .group = 2,
                               .rate = 0.05,
                               .rate_low = 0.02,
                               .rate_high = 0.1,
                               .checks = 2,
                               .changes = 1,
                               .changed = *parse_time("2026-10-20T03:00:00Z"),
                               .next_check = *parse_time("2026-11-19T12:00:00Z"),
                               .why = "worth a check then"};
  history_.belief->first_group = 3;
  history_.belief->first_rate = 0.01;
  EXPECT_EQ(text(), R"(https://example.com/news
  first seen 2026-10-01 08:00 UTC, 46 days ago; 3 versions kept
  2 checks with a result, 1 found a change
  last change found 2026-10-20 03:00 UTC, 27 days ago
  it changes about every 20 days (80 % interval: every 10 days to every 50 days)
  change-rate group 2, 1 is the fastest; at first sight group 3, a change every 3.3 months
  next check at 2026-11-19 12:00 UTC, in 3 days
    because: worth a check then

      Oct     Nov
  Mon   - . . . x . .
  Tue   . . # ! + .
  Wed   . . . . . .
  Thu * . . . . . .
  Fri . . . . . . .
  Sat . . . . . . .
  Sun . . . . . . .
  . not checked  ! no answer  - unchanged  * first seen  # changed  + back  x gone

5 checks (UTC)
  2026-10-05 03:00:00  same               304
  2026-10-20 03:00:00  changed  minor     200  score 0.91, 12 words in 2 blocks, 1 new link, 94.0 % alike
  2026-10-27 03:00:00  failed               -
  2026-11-02 03:00:00  gone               404
  2026-11-03 03:00:00  back               200
)");
}

TEST_F(PageHistoryTest, SaysThatAPageWasNotChecked) {
  EXPECT_EQ(text(), R"(https://example.com/news
  first seen 2026-10-01 08:00 UTC, 46 days ago; 3 versions kept

It has not been checked since it was first seen; run freshet refresh.
)");
}

TEST_F(PageHistoryTest, ListsTheLastChecksOnly) {
  for (const char* day : {"2026-10-05", "2026-10-06", "2026-10-07"}) check(day, CheckOutcome::same);
  const std::string out = text(2);
  EXPECT_NE(out.find("the last 2 of 3 checks (UTC)\n  2026-10-06"), std::string::npos) << out;
}

TEST_F(PageHistoryTest, TellsOfPagesThatAreGone) {
  check("2026-11-02", CheckOutcome::gone, 404);
  history_.belief = PageBelief{.page = {},
                               .state = PageState::gone,
                               .misses = 2,
                               .next_check = *parse_time("2026-11-10T12:00:00Z")};
  EXPECT_NE(text().find(
                "it is gone (not found by 2 checks in a row); next re-check due since 2026-11-10"),
            std::string::npos)
      << text();
  history_.belief->state = PageState::faded;
  EXPECT_NE(text().find("it is gone; re-checks have ended"), std::string::npos);
}

TEST_F(PageHistoryTest, ForeignBytesCannotDriveTheTerminal) {
  history_.url = "https://example.com/\x1b[2J\xE2\x80\xAE";
  check("2026-11-02", CheckOutcome::changed);
  history_.checks.back().stages = "\x1b]0;owned\x07{";
  history_.checks.back().change = 200;
  history_.belief = PageBelief{.page = {}, .next_check = history_.now, .why = "\x1b[31m"};
  EXPECT_EQ(text().find('\x1b'), std::string::npos);
  EXPECT_EQ(text().find("\xE2\x80\xAE"), std::string::npos);
  EXPECT_TRUE(json::accept(to_json(history_)));
}

TEST_F(PageHistoryTest, FitsEightyColumnsHoweverLongItIs) {
  history_.first_seen = *parse_time("2019-01-01");
  for (const char* day : {"2019-02-01", "2026-01-01", "2026-11-10"})
    check(day, CheckOutcome::changed);
  const auto today = std::chrono::floor<std::chrono::days>(history_.now);
  const std::string calendar =
      calendar_text(day_marks(history_.checks), std::chrono::sys_days{}, today, false);
  std::size_t longest = 0;
  for (std::size_t from = 0; from < calendar.size();) {
    const std::size_t end = calendar.find('\n', from);
    longest = std::max(longest, end - from);
    from = end + 1;
  }
  EXPECT_LE(longest, 80u);
  EXPECT_GE(longest, 70u);
}

TEST_F(PageHistoryTest, ColorsMarksWhereItMay) {
  check("2026-11-02", CheckOutcome::changed);
  EXPECT_NE(history_text(history_, 5, true).find("\x1b[1;32m#\x1b[0m"), std::string::npos);
}

TEST_F(PageHistoryTest, CarriesEverythingInJson) {
  check("2026-10-20", CheckOutcome::changed);
  history_.checks.back().change = 3;
  history_.checks.back().stages = kStages;
  history_.belief = PageBelief{.page = {}, .rate = 0.25, .why = "because"};
  const json found = json::parse(to_json(history_), nullptr, false);
  EXPECT_EQ(found["url"], "https://example.com/news");
  EXPECT_EQ(found["belief"]["changes_per_day"], 0.25);
  EXPECT_EQ(found["belief"]["next_check"], nullptr);
  EXPECT_EQ(found["checks"][0]["class"], "major");
  EXPECT_EQ(found["checks"][0]["stages"]["noise"]["content_words"], 12);
  EXPECT_EQ(found["checks"][0]["stages"]["bytes"]["finding"], "differs");
}

TEST(StageWords, AnyTextIsAnAnswer) {
  EXPECT_EQ(stage_words(""), "");
  EXPECT_EQ(stage_words("[]"), "");
  EXPECT_EQ(stage_words("{\"noise\":7,\"links\":{\"new\":\"x\"}}"), "");
  EXPECT_EQ(stage_words("{\"links\":{\"new\":1e300}}"), "");
  EXPECT_EQ(stage_words("{\"links\":{\"new\":-3}}"), "");
}

TEST(StoredClass, IsNamedAsEverywhere) {
  for (const ChangeClass kind : {ChangeClass::none, ChangeClass::minor, ChangeClass::structure})
    EXPECT_EQ(stored_class_text(static_cast<std::uint8_t>(kind)), change_class_text(kind));
  EXPECT_EQ(stored_class_text(77), "unknown");
}

}  // namespace
}  // namespace freshet
