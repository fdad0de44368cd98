#include "report/report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/made_report_test.h"
#include "report/report_text.h"

namespace freshet {
namespace {

using namespace std::chrono_literals;
using nlohmann::json;

class ReportTest : public testing::Test {
 protected:
  void page(const std::string& url, double rate, double fresh,
            PageState state = PageState::scheduled) {
    maker_.add(ReportedPage{.page = made_key(url),
                            .state = state,
                            .first_seen = *parse_time("2026-11-01"),
                            .rate = rate,
                            .rate_low = rate,
                            .rate_high = rate,
                            .fresh = fresh});
  }
  void check(const std::string& url, const char* time, CheckOutcome outcome,
             std::uint16_t status = 200, std::uint64_t bytes = 1000) {
    PageCheck one = made_check(url, *parse_time(time), outcome, status);
    one.bytes = bytes;
    one.change = outcome == CheckOutcome::changed ? 2 : 0;
    maker_.add(one);
  }
  Report report() { return std::move(maker_).finish(); }

  ReportMaker maker_{*parse_time("2026-11-16T12:00:00Z")};
};

TEST_F(ReportTest, AddsUpPagesChecksHostsAndDays) {
  page("https://a.example/", 1.0, 0.5);
  page("https://a.example/x", 0.5, 0.9);
  page("http://b.example/", 0.01, 1.0);
  page("http://b.example/old", 0, 0, PageState::gone);
  page("http://b.example/older", 0, 0, PageState::faded);
  check("https://a.example/", "2026-11-10T01:00:00Z", CheckOutcome::changed);
  check("https://a.example/", "2026-11-12T01:00:00Z", CheckOutcome::same, 304, 0);
  check("http://b.example/", "2026-11-12T02:00:00Z", CheckOutcome::same);
  check("http://b.example/old", "2026-11-12T03:00:00Z", CheckOutcome::gone, 404, 10);
  check("http://b.example/old", "2026-11-17T03:00:00Z", CheckOutcome::gone, 404, 10);
  const Report made = report();
  EXPECT_EQ(made.scheduled, 3u);
  EXPECT_EQ(made.gone, 1u);
  EXPECT_EQ(made.faded, 1u);
  EXPECT_NEAR(made.fresh, 0.8, 1e-12);
  EXPECT_EQ(made.checks.checks(), 4u) << "the one of tomorrow is left out";
  EXPECT_EQ(made.checks.not_modified, 1u);
  EXPECT_EQ(made.checks.bytes, 2010u);
  EXPECT_EQ(made.days.size(), 2u);
  ASSERT_EQ(made.hosts.size(), 2u);
  EXPECT_EQ(made.hosts[0].name, "a.example");
  EXPECT_EQ(made.hosts[0].scheduled, 2u);
  EXPECT_NEAR(made.hosts[0].rate, 0.75, 1e-12);
  EXPECT_NEAR(made.hosts[0].fresh, 0.7, 1e-12);
  EXPECT_EQ(made.hosts[1].gone, 2u);
  EXPECT_EQ(made.hosts[1].checks.checks(), 2u);
  ASSERT_EQ(made.changed.size(), 1u);
  EXPECT_EQ(made.changed[0].url, "https://a.example/");
  ASSERT_TRUE(made.equal);
  EXPECT_EQ(made.equal->checks, 3u);
  EXPECT_EQ(made.rates[16], 1u) << "once a day is 10^4 times the slowest: four decades of bins";
}

TEST_F(ReportTest, PrintsWhatAPersonAsksFirst) {
  page("https://a.example/", 1.0, 0.5);
  page("http://b.example/", 0.01, 1.0);
  check("https://a.example/", "2026-11-10T01:00:00Z", CheckOutcome::changed);
  check("https://a.example/", "2026-11-12T01:00:00Z", CheckOutcome::same, 304, 0);
  EXPECT_EQ(report_text(report(), "web", false),
            R"(web at 2026-11-16 12:00:00 UTC

75.0 % of 2 copies are estimated to be up to date.
2 checks since 2026-11-10: 1 found a page unchanged (100 % of them by a 304,
without a body), 1 changed, 0 gone, 0 back, 0 got no answer; 1.0 kB were
transferred.
By estimate, from 2026-11-10 to 2026-11-12 copies were fresh 93.5 % of the time,
with 2 checks. Had every page been checked equally often with as many, it would
have been 71.6 %, which is no significant difference with so few checks.

hosts that change most           pages   fresh  checks  changes  a page changes
a.example                            1    50 %       2        1  every day

hosts that change least          pages   fresh  checks  changes  a page changes
b.example                            1   100 %       0        0  every 3.3 months

changed recently (UTC)
2026-11-10 01:00  minor      https://a.example/
)");
}

TEST_F(ReportTest, OfAnEmptyArchiveSaysWhatToDo) {
  const std::string text = report_text(report(), "web", false);
  EXPECT_EQ(text,
            "web at 2026-11-16 12:00:00 UTC\n\n"
            "No page is tracked yet; freshet crawl finds pages.\n"
            "No page has been checked yet; run freshet refresh.\n");
}

TEST_F(ReportTest, OfAnArchiveWithoutHistoryStillTellsFreshness) {
  page("https://a.example/", 0.1, 0.25);
  const Report made = report();
  EXPECT_FALSE(made.equal);
  const std::string text = report_text(made, "web", false);
  EXPECT_NE(text.find("25.0 % of 1 copy is estimated"), std::string::npos) << text;
  EXPECT_NE(text.find("No page has been checked yet"), std::string::npos) << text;
  const json found = json::parse(report_json(made, "web"), nullptr, false);
  EXPECT_EQ(found["equal_visiting"], nullptr);
  EXPECT_EQ(found["watched"], 1);
  EXPECT_EQ(found["totals"]["checks"], 0);
}

TEST_F(ReportTest, KeepsTheNewestChangesOnly) {
  page("https://a.example/", 1.0, 0.5);
  const Time first = *parse_time("2026-11-01");
  for (int i = 0; i < 100; ++i) {
    // Not in order: page by page is all that is promised.
    const Time at = first + std::chrono::minutes(10 * ((i * 37) % 100));
    maker_.add(made_check("https://a.example/", at, CheckOutcome::changed));
  }
  const Report made = report();
  ASSERT_EQ(made.changed.size(), kChangedPagesMax);
  EXPECT_EQ(made.changed.front().time, first + 990min);
  EXPECT_EQ(made.changed.back().time, first + 800min);
}

TEST_F(ReportTest, ForeignBytesCannotDriveTheTerminal) {
  page("https://a.example/", 1.0, 0.5);
  check("https://a.example/\x1b[2J\n", "2026-11-10T01:00:00Z", CheckOutcome::changed);
  const Report made = report();
  EXPECT_EQ(report_text(made, "web\x1b", false).find('\x1b'), std::string::npos);
  EXPECT_TRUE(json::accept(report_json(made, "web\x1b")));
}

TEST_F(ReportTest, NoNumbersAreNoTrouble) {
  page("https://a.example/", std::nan(""), std::nan(""));
  page("https://b.example/", -1, 7);
  const Report made = report();
  EXPECT_NEAR(made.fresh, 0.5, 1e-12);
  EXPECT_TRUE(json::accept(report_json(made, "web")));
}

// Checks that go where pages change are worth more than equal visiting.
TEST(MadeReport, SavesChecksWhereRatesDiffer) {
  const Report made = made_report(9, 30);
  ASSERT_TRUE(made.equal);
  EXPECT_GT(made.equal->fresh, made.equal->equal_fresh);
  EXPECT_GT(made.equal->checks_saved(), 0);
}

}  // namespace
}  // namespace freshet
