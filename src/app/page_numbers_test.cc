// explain, history, plan and report describe one page by the same numbers and words.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "app/explain.h"
#include "app/history.h"
#include "app/plan.h"
#include "app/refresh_words.h"
#include "app/report.h"
#include "app/small_archive_test.h"
#include "report/words.h"

namespace freshet {
namespace {

using nlohmann::json;
using std::chrono::days;

class PageNumbersTest : public testing::Test {
 protected:
  PageNumbersTest() {
    archive.keep(kNews, "<p>day 0");
    archive.keep("https://a.example/about", "<p>about");
    for (int day = 1; day <= 8; ++day) {
      archive.wait(days(1));
      const bool changes = day % 2 == 0;
      archive.check(kNews, "<p>day " + std::to_string(day / 2),
                    changes ? CheckOutcome::changed : CheckOutcome::same);
    }
    archive.wait(days(1));
  }

  std::string answer_of(const Explanation& explained, std::string_view name) {
    for (const UrlFinding& finding : explained.findings)
      if (finding.name == name) return finding.answer;
    return "";
  }
  std::string words_of(const Explanation& explained, std::string_view name) {
    for (const UrlFinding& finding : explained.findings)
      if (finding.name == name) return finding.words;
    return "";
  }

  SmallArchive archive;
};

TEST_F(PageNumbersTest, AgreeBetweenExplainHistoryAndPlan) {
  ArchiveSession session = archive.open();
  const auto explained = explain(session, kNews);
  const auto history = page_history(session, kNews);
  const auto plan = plan_checks(session, {.within = days(365), .checks_max = 100});
  ASSERT_TRUE(explained && history && history->belief && plan);
  const PageBelief& belief = *history->belief;
  const auto planned = std::ranges::find(plan->checks, kNews, &PlannedPage::url);
  ASSERT_NE(planned, plan->checks.end());
  EXPECT_EQ(planned->outlook.changes_per_day, belief.rate);
  EXPECT_EQ(planned->outlook.changes_per_day_low, belief.rate_low);
  EXPECT_EQ(planned->outlook.changes_per_day_high, belief.rate_high);
  EXPECT_EQ(planned->outlook.checks, belief.checks);
  EXPECT_EQ(planned->outlook.changes, belief.changes);
  const json told = json::parse(to_json(*history)).at("belief");
  const json listed = json::parse(to_json(*planned));
  EXPECT_EQ(told.at("changes_per_day"), listed.at("rate"));
  EXPECT_EQ(told.at("low"), listed.at("rate_low"));
  EXPECT_EQ(told.at("high"), listed.at("rate_high"));
  EXPECT_EQ(told.at("checks"), 8);
  EXPECT_EQ(told.at("changes"), 4);
  EXPECT_EQ(answer_of(*explained, "next_check"), told.at("next_check").get<std::string>());
}

TEST_F(PageNumbersTest, AreWordedTheSameEverywhere) {
  ArchiveSession session = archive.open();
  const auto explained = explain(session, kNews);
  const auto history = page_history(session, kNews);
  const auto plan = plan_checks(session, {.within = days(365), .checks_max = 100});
  ASSERT_TRUE(explained && history && history->belief && plan);
  const std::string rate =
      rate_words(history->belief->rate, history->belief->rate_low, history->belief->rate_high);
  EXPECT_NE(words_of(*explained, "rate").find(rate), std::string::npos)
      << words_of(*explained, "rate");
  EXPECT_NE(history_text(*history, 20, false).find(rate), std::string::npos)
      << history_text(*history, 20, false);
  const auto planned = std::ranges::find(plan->checks, kNews, &PlannedPage::url);
  ASSERT_NE(planned, plan->checks.end());
  EXPECT_NE(check_words(*planned).find(rate), std::string::npos) << check_words(*planned);
}

}  // namespace
}  // namespace freshet
