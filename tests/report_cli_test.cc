// freshet history and freshet report as a user meets them, on an archive that was never refreshed.
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "program.h"
#include "warc_text.h"

namespace {

using nlohmann::json;

class ReportCliTest : public ProgramTest {
 protected:
  ReportCliTest() {
    file("sample.warc",
         warc_page("https://example.com/", "2026-01-05T00:00:00Z", "<p>Home") +
             warc_page("https://example.com/news", "2026-01-06T00:00:00Z", "<p>New"));
    EXPECT_EQ(run({"import", "--archive", "web", "sample.warc"}).exit_code, 0);
  }

  Ran on(Words words) const {
    words.insert(words.end(), {"--archive", "web"});
    return run(words);
  }

  std::string text_of(const std::string& name) const {
    std::ifstream in(folder() / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

TEST_F(ReportCliTest, HistorySaysThatAPageWasNeverChecked) {
  const Ran ran = on({"history", "example.com/news"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("https://example.com/news\n  first seen 2026-01-06 00:00 UTC"),
            std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("not been checked since"), std::string::npos) << ran.out;
  const json found = json::parse(on({"history", "example.com/news", "--json"}).out, nullptr, false);
  EXPECT_EQ(found["versions"], 1);
  EXPECT_EQ(found["checks"], json::array());
  EXPECT_TRUE(found["belief"]["next_check"].is_string()) << "it is planned though never checked";
  EXPECT_GT(found["belief"]["changes_per_day"], 0);
  const std::string explained = on({"explain", "example.com/news"}).out;
  EXPECT_TRUE(explained.starts_with("https://example.com/news\n")) << explained;
  EXPECT_NE(explained.find("next check 20"), std::string::npos) << explained;
}

TEST_F(ReportCliTest, HistoryNamesTheNearestPage) {
  const Ran ran = on({"history", "https://example.com/newz"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find("did you mean https://example.com/news?"), std::string::npos) << ran.err;
}

TEST_F(ReportCliTest, ReportOfAnArchiveWithoutHistoryTellsWhatItCan) {
  const Ran ran = on({"report", "--html", "report.html"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("of 2 copies are estimated"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("No page has been checked yet"), std::string::npos) << ran.out;
  const std::string page = text_of("report.html");
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_NE(page.find("How fresh is web?"), std::string::npos);
  const json found = json::parse(on({"report", "--json"}).out, nullptr, false);
  EXPECT_EQ(found["watched"], 2);
  EXPECT_EQ(found["totals"]["checks"], 0);
}

TEST_F(ReportCliTest, ReportSaysWhereItCouldNotWrite) {
  const Ran ran = on({"report", "--html", "nowhere/report.html"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find("nowhere"), std::string::npos) << ran.err;
}

}  // namespace
