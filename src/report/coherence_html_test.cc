#include "report/coherence_html.h"

#include <gtest/gtest.h>

#include <string>

#include "report/site_graph.h"

namespace freshet {
namespace {

using std::chrono::hours;

const Time kNoon = std::chrono::sys_days{std::chrono::year{2026} / 11 / 16} + hours(12);

// A site of n pages of which every tenth changed; all are seen before and after noon.
SiteCoherence made_site(std::size_t n) {
  SiteCoherence site{.host = "a.example", .at = kNoon};
  site.observed = {kNoon - hours(5), kNoon + hours(5)};
  for (std::size_t i = 0; i < n; ++i) {
    const bool is_changed = i % 10 == 9;
    const Duration half = hours(5) * static_cast<int>(i + 1) / static_cast<int>(n + 1);
    PageCoherence page{.url = "https://a.example/?a=1&b=" + std::to_string(i),
                       .depth = i == 0 ? 0 : 1};
    page.verdict.verdict = is_changed ? Verdict::changed : Verdict::proven;
    page.verdict.content = 1;
    page.verdict.before = Sighting{.sent = kNoon - half, .received = kNoon - half, .content = 1};
    page.verdict.after =
        Sighting{.sent = kNoon + half, .received = kNoon + half, .content = is_changed ? 2u : 1u};
    if (!is_changed) page.verdict.proof = Interval{kNoon - half, kNoon + half};
    if (is_changed) page.defect = Defect::minor_text;
    if (is_changed) site.defects.add(Defect::minor_text);
    ++site.counts[static_cast<std::size_t>(page.verdict.verdict)];
    if (i > 0) site.links.push_back({.from = 0, .to = static_cast<std::uint32_t>(i)});
    site.pages.push_back(std::move(page));
  }
  return site;
}

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(CoherenceHtml, StandsAloneAndShowsNoMarkupOfPages) {
  SiteCoherence site = made_site(30);
  site.pages[9].url = "https://a.example/<script>alert(1)</script>";
  const std::string html = coherence_html(site);
  EXPECT_TRUE(html.starts_with("<!doctype html>"));
  EXPECT_EQ(html.find("<script>"), std::string::npos);
  EXPECT_EQ(html.find("src="), std::string::npos);
  EXPECT_NE(html.find("Coherence strip"), std::string::npos);
  EXPECT_NE(html.find("minor text"), std::string::npos);
}

TEST(CoherenceHtml, EachPageHasABarAndTheInstantALine) {
  const std::string strip = plot_strip(made_site(30));
  EXPECT_EQ(count_of(strip, "<rect"), 30u);
  EXPECT_EQ(count_of(strip, "class=\"instant\""), 1u);
  EXPECT_NE(strip.find("27 of 30 pages are proven"), std::string::npos);
}

TEST(CoherenceHtml, ThousandsOfPagesStaySmall) {
  const std::string html = coherence_html(made_site(10'000));
  EXPECT_LT(html.size(), 1'000'000u);
  EXPECT_LT(coherence_html(made_site(100'000)).size(), 4'000'000u);
}

TEST(CoherenceHtml, AnEmptySiteIsNoError) {
  EXPECT_FALSE(coherence_html(SiteCoherence{.host = "a.example"}).empty());
  EXPECT_EQ(plot_strip(SiteCoherence{}), "");
}

TEST(SiteGraph, GraphMlHasEveryPageAndLink) {
  const std::string graph = site_graphml(made_site(30));
  EXPECT_EQ(count_of(graph, "<node "), 30u);
  EXPECT_EQ(count_of(graph, "<edge "), 29u);
  EXPECT_EQ(count_of(graph, "#00FF00"), 27u);
  EXPECT_NE(graph.find("https://a.example/?a=1&amp;b=1 OK</data>"), std::string::npos);
}

}  // namespace
}  // namespace freshet
