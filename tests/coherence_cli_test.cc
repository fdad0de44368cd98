// freshet coherence and exports as of a time, as a user meets them; on archives of another crawler.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/time.h"
#include "program.h"
#include "warc_text.h"

namespace {

using freshet::parse_time;
using nlohmann::json;

class CoherenceCliTest : public ProgramTest {
 protected:
  // A capture by hand: the home page and /a are seen twice, /b changes, /c is seen once.
  void import_site() const {
    const std::string site = "https://site.example";
    const std::string home =
        "<title>Home</title><h1>Home</h1><p>The home page of a site with a few"
        " pages.</p><a href=/a>a</a> <a href=/b>b</a>";
    const std::string a = "<h1>Apples</h1><p>Apples grow on trees in the orchard behind us.</p>";
    const std::string b = "<h1>Boats</h1><p>Boats sail over the lake in front of the house.</p>";
    const std::string b2 = "<h1>Boots</h1><p>Boots were sold at the market until last summer.</p>";
    file("site.warc", warc_page(site + "/", "2026-11-16T10:00:00Z", home) +
                          warc_page(site + "/a", "2026-11-16T10:01:00Z", a) +
                          warc_page(site + "/b", "2026-11-16T10:02:00Z", b) +
                          warc_page(site + "/b", "2026-11-16T11:00:00Z", b2) +
                          warc_page(site + "/a", "2026-11-16T11:01:00Z", a) +
                          warc_page(site + "/", "2026-11-16T11:02:00Z", home) +
                          warc_page(site + "/c", "2026-11-16T11:03:00Z", a));
    const Ran imported = run({"import", "--archive", "web", "site.warc"});
    ASSERT_EQ(imported.exit_code, 0) << imported.err;
  }

  std::string text_of(const std::string& name) const {
    std::ifstream in(folder() / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  json coherence(const std::string& archive, std::vector<std::string> more) const {
    std::vector<std::string> words = {"coherence", "--archive", archive, "--json", "--pages"};
    words.insert(words.end(), more.begin(), more.end());
    const Ran ran = run(words);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    const json all = json::parse(ran.out, nullptr, false);
    EXPECT_EQ(all.size(), 1u) << ran.out;
    return all.at(0);
  }
};

TEST_F(CoherenceCliTest, TellsWhichPagesAreProvenAtATime) {
  import_site();
  const json site = coherence("web", {"--at", "2026-11-16T10:30"});
  EXPECT_EQ(site.at("verdicts").at("proven"), 2);
  EXPECT_EQ(site.at("verdicts").at("changed"), 1);
  EXPECT_EQ(site.at("verdicts").at("unknown"), 1);
  EXPECT_EQ(site.at("defects").at("major text"), 1);
  const Ran told = run({"coherence", "--archive", "web", "--at", "2026-11-16T10:30", "--pages"});
  EXPECT_TRUE(told.out.starts_with("site.example: 2 of 4 pages proven at 2026-11-16 10:30:00\n"))
      << told.out;
  EXPECT_TRUE(has(told.out, "seen 2026-11-16 10:02:00, seen 2026-11-16 11:00:00, differs"))
      << told.out;
}

TEST_F(CoherenceCliTest, WritesAPageAndAGraphThatNetworkxReads) {
  import_site();
  const Ran ran = run({"coherence", "--archive", "web", "--at", "2026-11-16T10:30", "--html",
                       "site.html", "--graphml", "site.graphml"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(has(text_of("site.html"), "Coherence strip"));
  const std::string here = folder().string();
  const std::string command = "/usr/bin/python3 \"" SOURCE_DIR "/tests/oracle/graphml.py\" \"" +
                              here + "/site.graphml\" > \"" + here + "/graph.json\"";
  ASSERT_EQ(std::system(command.c_str()), 0) << "python3-networkx is needed";
  const json graph = json::parse(text_of("graph.json"));
  EXPECT_EQ(graph.at("nodes"), 4);
  EXPECT_EQ(graph.at("edges"), 2);
  EXPECT_EQ(graph.at("directed"), true);
  EXPECT_EQ(graph.at("verdicts").at("proven"), 2);
  EXPECT_EQ(graph.at("verdicts").at("changed"), 1);
  EXPECT_EQ(graph.at("types"), json::array({"float"}));
  EXPECT_EQ(graph.at("labels").at(0), "https://site.example/ OK");
}

TEST_F(CoherenceCliTest, AnExportAsOfATimeReplaysAndHoldsTheVerdicts) {
  import_site();
  const Ran ran = run({"export", "--archive", "web", "--format", "wacz", "--as-of",
                       "2026-11-16T10:30", "--output", "then.wacz"});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  file("expected.json",
       R"({"text": "The home page of a site", "also": [{"url": "https://site.example/a", )"
       R"("text": "Apples grow on trees"}]})");
  const std::string here = folder().string();
  const std::string command = "node \"" SOURCE_DIR "/tests/oracle/replay.mjs\" \"" + here +
                              "/then.wacz\" https://site.example/ \"" + here +
                              "/expected.json\" > \"" + here + "/replayed.json\"";
  EXPECT_EQ(std::system(command.c_str()), 0);
  const Ran again = run({"import", "--archive", "again", "then.wacz"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(run({"verify", "--archive", "again"}).exit_code, 0);
  EXPECT_EQ(run({"export", "--archive", "web", "--format", "csv", "--as-of", "2026"}).exit_code, 2);
  EXPECT_EQ(run({"export", "--archive", "web", "--format", "warc", "--strict"}).exit_code, 2);
}

TEST_F(CoherenceCliTest, ShowTellsIfAVersionIsProven) {
  import_site();
  const Ran proven =
      run({"show", "--archive", "web", "site.example/a", "--at", "2026-11-16T10:30"});
  EXPECT_TRUE(has(proven.out, "proven     yes, for 2026-11-16 10:30:00")) << proven.out;
  const Ran not_proven =
      run({"show", "--archive", "web", "site.example/b", "--at", "2026-11-16T10:30", "--json"});
  EXPECT_EQ(json::parse(not_proven.out).at("at").at("proven"), false) << not_proven.out;
}

TEST_F(CoherenceCliTest, WrongUsageIsTold) {
  import_site();
  EXPECT_EQ(run({"coherence", "--archive", "web", "--at", "soon"}).exit_code, 2);
  EXPECT_EQ(run({"coherence", "--archive", "web", "--host", "other.example"}).exit_code, 1);
}

// The site changes while wget fetches it, and between two fetches. No interval that is called
// proven may hold a change of the server's own log.
TEST_F(CoherenceCliTest, VerdictsOnTwoCrawlsOfWgetAreRightByTheServersLog) {
  const std::string here = folder().string();
  const std::string command = "node \"" SOURCE_DIR "/tests/oracle/wget_twice.mjs\" \"" + here +
                              "\" > \"" + here + "/log.json\"";
  ASSERT_EQ(std::system(command.c_str()), 0) << "wget and node are needed";
  const json log = json::parse(text_of("log.json"));
  for (const char* name : {"first.warc.gz", "second.warc.gz"})
    ASSERT_EQ(run({"import", "--archive", "web", name}).exit_code, 0);

  // Between the two crawls, after the page that changes meanwhile has changed.
  const std::int64_t middle_ms = log.at("changes").at("/between").at(1).get<std::int64_t>() - 700;
  const freshet::Time middle{std::chrono::milliseconds(middle_ms)};
  for (const bool is_strict : {true, false}) {
    std::vector<std::string> words = {"--at", freshet::iso_time(middle)};
    if (is_strict) words.push_back("--strict");
    const json site = coherence("web", words);
    std::map<std::string, std::string> verdicts;
    for (const json& page : site.at("page_list")) {
      const std::string path =
          page.at("url").get<std::string>().substr(log.at("origin").get<std::string>().size());
      verdicts[path] = page.at("verdict");
      if (page.at("proof").is_null()) continue;
      const auto from = *parse_time(page.at("proof").at("from").get<std::string>());
      const auto until = *parse_time(page.at("proof").at("until").get<std::string>());
      for (const json& change : log.at("changes").at(path)) {
        const freshet::Time at{std::chrono::milliseconds(change.get<std::int64_t>())};
        EXPECT_FALSE(from < at && at < until) << path << " changed in its proof " << page;
      }
    }
    EXPECT_EQ(verdicts.at("/"), "proven");
    EXPECT_EQ(verdicts.at("/same"), "proven");
    EXPECT_EQ(verdicts.at("/dated"), "proven");
    EXPECT_EQ(verdicts.at("/between"), "changed");
    EXPECT_EQ(verdicts.at("/meanwhile"), "changed");
    EXPECT_EQ(verdicts.at("/leaves"), "changed");
  }
  // Before the first crawl only the page with a date is known.
  const freshet::Time earlier{std::chrono::milliseconds(log.at("began").get<std::int64_t>()) +
                              std::chrono::minutes(10)};
  const json before = coherence("web", {"--at", freshet::iso_time(earlier), "--strict"});
  EXPECT_EQ(before.at("verdicts").at("proven"), 1);
}

}  // namespace
