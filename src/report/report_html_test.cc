#include "report/report_html.h"

#include <gtest/gtest.h>

#include <set>

#include "report/made_report_test.h"

namespace freshet {
namespace {

// Returns the first error in the tags, as an XML reader would report it; empty if there is none.
// The page is written for such a reader, although browsers would forgive more.
std::string trouble_with(std::string_view page) {
  std::vector<std::string> open;
  page.remove_prefix(std::string_view("<!doctype html>").size());
  for (std::size_t at = page.find('<'); at != std::string_view::npos; at = page.find('<', at + 1)) {
    const std::size_t end = page.find_first_of("<>", at + 1);
    if (end == std::string_view::npos || page[end] == '<') return "a tag does not end";
    std::string tag(page.substr(at + 1, end - at - 1));
    if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) return "a quote does not end: " + tag;
    if (tag.ends_with('/')) continue;
    const std::string name = tag.substr(0, tag.find_first_of(" \n"));
    if (!name.starts_with('/')) {
      open.push_back(name);
    } else if (open.empty() || "/" + open.back() != name) {
      return "out of order: " + name;
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : "not closed: " + open.back();
}

std::set<std::string> tag_names(std::string_view page) {
  std::set<std::string> names;
  for (std::size_t at = page.find('<'); at != std::string_view::npos; at = page.find('<', at + 1)) {
    const std::size_t end = page.find_first_of(" />\n", at + 1);
    names.emplace(page.substr(at + 1, end - at - 1));
  }
  return names;
}

Report hostile_report() {
  ReportMaker maker(*parse_time("2026-11-16"));
  const std::string url = "https://a.example/\"><script>alert(1)</script>'&\x1b\xff";
  maker.add(
      ReportedPage{.page = {made_key("https://a.example/").host, url}, .rate = 1, .fresh = 1});
  PageCheck check =
      made_check("https://a.example/", *parse_time("2026-11-10"), CheckOutcome::changed);
  check.page.url = url;
  check.change = 250;
  maker.add(check);
  Report report = std::move(maker).finish();
  report.hosts[0].name = "<img src=x onerror=alert(1)>";
  return report;
}

TEST(ReportHtml, IsWellFormed) {
  EXPECT_EQ(trouble_with(report_html(made_report(9, 30), "web")), "");
  EXPECT_EQ(trouble_with(report_html(hostile_report(), "<web>")), "");
  EXPECT_EQ(trouble_with(report_html(Report{}, "")), "");
}

TEST(ReportHtml, TheCheckOfTagsCanFail) {
  EXPECT_NE(trouble_with("<!doctype html><p><b></p>"), "");
  EXPECT_NE(trouble_with("<!doctype html><p>"), "");
  EXPECT_NE(trouble_with("<!doctype html><p a=\"></p>"), "");
}

TEST(ReportHtml, StandsAlone) {
  const std::string page = report_html(made_report(9, 30), "web");
  for (const char* outside :
       {"src=", "href=", "url(", "@import", "<script", "http-equiv", "onload"})
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
}

TEST(ReportHtml, ForeignTextStaysText) {
  const std::set<std::string> names = tag_names(report_html(hostile_report(), "<web>"));
  EXPECT_FALSE(names.contains("script"));
  EXPECT_FALSE(names.contains("img"));
  EXPECT_FALSE(names.contains("web"));
}

TEST(ReportHtml, HasEveryDrawingAndTable) {
  const std::string page = report_html(made_report(9, 30), "web");
  for (const char* part :
       {"Checks and changes of each day", "Compared with equal visiting",
        "Changes found, day by day", "How often pages change", "Freshness by host",
        "<caption>Hosts that change most</caption>", "<caption>Hosts that change least</caption>",
        "<caption>Changed recently</caption>"})
    EXPECT_NE(page.find(part), std::string::npos) << part;
}

TEST(ReportHtml, OfAnArchiveWithoutHistoryLeavesOutWhatItCannotShow) {
  ReportMaker maker(*parse_time("2026-11-16"));
  maker.add(ReportedPage{.page = made_key("https://a.example/"), .rate = 0.1, .fresh = 0.5});
  const std::string page = report_html(std::move(maker).finish(), "web");
  EXPECT_EQ(page.find("day by day"), std::string::npos);
  EXPECT_NE(page.find("No page has been checked yet"), std::string::npos);
  EXPECT_NE(page.find("How often pages change"), std::string::npos);
}

TEST(ReportHtml, AMillionPagesAndYearsMakeNoLongerPage) {
  Report report = made_report(9, 30);
  for (int i = 0; i < 5000; ++i) {
    report.hosts.push_back({.name = "host" + std::to_string(i), .scheduled = 1});
    report.days[std::chrono::sys_days(std::chrono::days(10'000 + i))].same = 5;
  }
  EXPECT_LT(report_html(report, "web").size(), 200'000u);
}

}  // namespace
}  // namespace freshet
