// freshet changes as whoever follows an archive meets it.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"
#include "warc_text.h"

namespace {

using nlohmann::json;

class ChangesCliTest : public ProgramTest {
 protected:
  Ran on(Words words) const {
    words.insert(words.begin() + 1, {"--archive", "web"});
    return run(words);
  }

  // Three versions of a home page, another page and a picture; the events are made by reindexing.
  void make_archive() const {
    const std::string home = "https://example.com/";
    std::string warc = warc_page(home, "2026-11-01T00:00:00Z",
                                 "<title>Home</title><p>It was so.<p>All of us say hello to you.");
    warc += warc_page(home, "2026-11-10T12:30:00Z",
                      "<title>Home</title><p>It was so.<p>All of us say goodbye to you.<p>\"New\"");
    warc += warc_page("https://example.com/about", "2026-11-02T00:00:00Z", "<p>About us");
    warc += warc_response("http://pics.example.com/a.png", "2026-10-01T00:00:00Z",
                          "Content-Type: image/png\r\n", "\x89PNG");
    file("sample.warc", warc);
    ASSERT_EQ(on({"import", "sample.warc"}).exit_code, 0);
    ASSERT_EQ(on({"reindex"}).exit_code, 0);
  }

  static std::vector<json> lines_of(const std::string& out) {
    EXPECT_TRUE(out.empty() || out.ends_with('\n')) << out;
    std::vector<json> all;
    std::istringstream in(out);
    for (std::string line; std::getline(in, line);)
      all.push_back(json::parse(line, nullptr, false));
    return all;
  }
  std::vector<json> told(Words words = {}) const {
    words.insert(words.begin(), "changes");
    const Ran ran = on(words);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return lines_of(ran.out);
  }
  // The last one about this URL.
  json about(std::string_view url, const Words& words = {}) const {
    json last;
    for (const json& line : told(words))
      if (line["url"] == url) last = line;
    return last;
  }
  std::string complaint(const Words& words) const {
    const Ran ran = on(words);
    EXPECT_EQ(ran.out, "");
    return std::to_string(ran.exit_code) + " " + ran.err;
  }
  std::string written() const {
    std::ifstream in(folder() / ".stdout", std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

TEST_F(ChangesCliTest, TellsWhatWasAddedAndHowItChanged) {
  make_archive();
  const std::vector<json> lines = told();
  ASSERT_EQ(lines.size(), 4u);
  const std::string cursor = lines[0]["cursor"];
  EXPECT_TRUE(cursor.ends_with("-1")) << cursor;
  EXPECT_EQ(cursor.size(), 18u);
  const json changed = about("https://example.com/");
  EXPECT_EQ(changed["change"], "changed");
  EXPECT_EQ(changed["time"], "2026-11-10T12:30:00.000000Z");
  EXPECT_EQ(changed["before"], "2026-11-01T00:00:00.000000Z");
  EXPECT_EQ(changed["class"], "minor");
  EXPECT_EQ(changed["digest"].get<std::string>().substr(0, 5), "sha1:");
  EXPECT_NE(changed["digest"], changed["digest_before"]);
  EXPECT_EQ(changed["delta"], (json{{"removed", {"All of us say hello to you."}},
                                    {"added", {"All of us say goodbye to you.", "\"New\""}},
                                    {"relinked", json::array()}}));
  EXPECT_EQ(changed["text"], "It was so.\nAll of us say goodbye to you.\n\"New\"");
  const json added = about("https://example.com/about");
  EXPECT_EQ(added["change"], "added");
  EXPECT_EQ(added["text"], "About us");
  EXPECT_EQ(added["class"], nullptr);
  EXPECT_EQ(added["before"], nullptr);
  EXPECT_EQ(added["digest_before"], nullptr);
  const json picture = about("http://pics.example.com/a.png");
  EXPECT_EQ(picture["text"], nullptr);
  EXPECT_EQ(picture["text_missing"], "it is no HTML page");
}

TEST_F(ChangesCliTest, LeavesMenusOutAndTellsWhichBlocksLeadElsewhere) {
  const auto page = [](std::string_view menu, std::string_view link) {
    std::string html = "<title>Home</title><nav><p>";
    html.append(menu).append("</nav><p>A long text of many words that is what the page says.<p>");
    html.append("See <a href=\"").append(link).append("\">the list</a>.");
    return html;
  };
  const std::string home = "https://example.com/";
  file("sample.warc", warc_page(home, "2026-11-01T00:00:00Z", page("Menu", "/old")) +
                          warc_page(home, "2026-11-10T00:00:00Z", page("News", "/new")));
  ASSERT_EQ(on({"import", "sample.warc"}).exit_code, 0);
  const json changed = about(home);
  EXPECT_EQ(changed["text"],
            "A long text of many words that is what the page says.\nSee the list.");
  const json delta = changed["delta"];
  EXPECT_EQ(delta["removed"], json::array());
  EXPECT_EQ(delta["added"], json::array());
  ASSERT_EQ(delta["relinked"].size(), 1U) << changed;
  EXPECT_EQ(delta["relinked"][0], (json{{"text", "See the list."},
                                        {"removed", json::array({"/old"})},
                                        {"added", json::array({"/new"})}}));
}

TEST_F(ChangesCliTest, HearsOfWhatAnImportBrings) {
  make_archive();
  const std::vector<json> by_records = told({"--no-text"});
  std::filesystem::remove_all(folder() / "web");
  ASSERT_EQ(on({"import", "sample.warc"}).exit_code, 0);
  std::vector<json> by_import = told({"--no-text"});
  ASSERT_EQ(on({"import", "sample.warc"}).exit_code, 0);
  EXPECT_EQ(told({"--no-text"}), by_import) << "nothing was new";
  const auto sorted = [](std::vector<json> lines) {
    for (json& line : lines) line.erase("cursor");
    std::sort(lines.begin(), lines.end());
    return lines;
  };
  EXPECT_EQ(sorted(by_import), sorted(by_records));
  file("later.warc", warc_page("https://example.com/about", "2026-11-20T00:00:00Z", "<p>New") +
                         warc_page("https://example.com/about", "2026-10-20T00:00:00Z", "<p>Old"));
  const std::string cursor = by_import.back()["cursor"];
  ASSERT_EQ(on({"import", "later.warc"}).exit_code, 0);
  const std::vector<json> later = told({"--since", cursor});
  ASSERT_EQ(later.size(), 1u) << "an older version is no news";
  EXPECT_EQ(later[0]["change"], "changed");
  EXPECT_EQ(later[0]["before"], "2026-11-02T00:00:00.000000Z");
  EXPECT_EQ(later[0]["delta"]["added"], json::array({"New"}));
}

TEST_F(ChangesCliTest, GoesOnBehindACursorWithEachEventOnce) {
  make_archive();
  const std::vector<json> all = told();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Words since = {"--since", all[i]["cursor"]};
    EXPECT_EQ(told(since), std::vector<json>(all.begin() + static_cast<long>(i) + 1, all.end()));
  }
  EXPECT_EQ(told({"--limit", "2"}), std::vector<json>(all.begin(), all.begin() + 2));
  EXPECT_EQ(told({"--limit", "1", "--since", all[1]["cursor"]}), std::vector<json>{all[2]});
  EXPECT_EQ(told({"--follow", "--limit", "4"}), all);
  EXPECT_TRUE(told({"--since", "now"}).empty());
}

TEST_F(ChangesCliTest, LeavesTextOutIfItIsNotWanted) {
  make_archive();
  for (const json& line : told({"--no-text"})) {
    EXPECT_FALSE(line.contains("text") || line.contains("delta")) << line;
    EXPECT_TRUE(line.contains("digest"));
  }
}

TEST_F(ChangesCliTest, RefusesACursorThatMeansNothingHere) {
  make_archive();
  const std::string cursor = told().back()["cursor"];
  const std::string here = cursor.substr(0, cursor.find('-'));
  const Words bad_ones = {
      "x", here, here + "-", here + "-1x", "-1", here + "--1", here + "-99999999999999999999"};
  for (const std::string& bad : bad_ones)
    EXPECT_EQ(complaint({"changes", "--since=" + bad}),
              "2 freshet: the cursor must be \"now\" or that of an earlier line, such as " + here +
                  "-0, not \"" + bad + "\"\nTry: freshet changes --help\n");
  EXPECT_EQ(complaint({"changes", "--since", here + "-5"}),
            "1 freshet: cursor " + here +
                "-5 is ahead of the archive, whose last event is 4: it was restored to an older "
                "state; begin again without a cursor, or with \"now\"\n");
  ASSERT_EQ(on({"reindex"}).exit_code, 0);
  EXPECT_EQ(complaint({"changes", "--since", cursor}),
            "1 freshet: the archive was re-indexed since cursor " + cursor +
                " was given; begin again without a cursor, or with \"now\"\n");
  EXPECT_EQ(told().size(), 4u);
  EXPECT_TRUE(complaint({"changes", "--limit", "0"}).starts_with("2 freshet: --limit must be"));
}

TEST_F(ChangesCliTest, TellsThatAPageWasRemovedAndWhatIsNoLongerThere) {
  make_archive();
  const std::string cursor = told().back()["cursor"];
  ASSERT_EQ(on({"remove", "--host", "example.com", "--yes"}).exit_code, 0);
  const std::vector<json> gone = told({"--since", cursor});
  ASSERT_EQ(gone.size(), 2u);
  EXPECT_EQ(gone[0]["change"], "removed");
  EXPECT_EQ(gone[0]["url"], "https://example.com/");
  EXPECT_EQ(gone[1]["url"], "https://example.com/about");
  for (const json& line : told()) {
    if (line["change"] == "added" && line["url"] == "https://example.com/about") {
      EXPECT_EQ(line["text"], nullptr);
      EXPECT_EQ(line["text_missing"], "the page is not in the archive any more");
    }
  }
  EXPECT_EQ(on({"verify"}).exit_code, 0) << on({"verify"}).out;
}

TEST_F(ChangesCliTest, TellsTheWholeTextWhereTheVersionBeforeIsGone) {
  make_archive();
  ASSERT_EQ(on({"compact", "--keep-versions", "1"}).exit_code, 0);
  const json changed = about("https://example.com/");
  EXPECT_EQ(changed["change"], "changed");
  EXPECT_EQ(changed["delta"], nullptr);
  EXPECT_EQ(changed["delta_missing"], "the version is not in the archive any more");
  EXPECT_EQ(changed["text"], "It was so.\nAll of us say goodbye to you.\n\"New\"");
}

TEST_F(ChangesCliTest, FollowsUntilItIsToldToStop) {
  make_archive();
  const auto has_all = [&] {
    const std::string out = written();
    return std::count(out.begin(), out.end(), '\n') == 4;
  };
  for (const int signal : {SIGTERM, SIGINT}) {
    const Ran ran = run_and_signal({"changes", "--archive", "web", "--follow"}, signal, has_all);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(lines_of(ran.out).size(), 4u);
  }
}

TEST_F(ChangesCliTest, EndsWithItsReader) {
  make_archive();
  for (const Words& words :
       std::vector<Words>{{"changes", "--archive", "web", "--follow"},
                          {"changes", "--archive", "web", "--follow", "--since", "now"}}) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    close(ends[0]);
    const Ran ran = run_into(ends[1], words);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
  }
}

TEST_F(ChangesCliTest, SaysWhereItBeginsIfThatIsNow) {
  make_archive();
  const std::string cursor = told().back()["cursor"];
  EXPECT_NE(on({"changes", "--since", "now"}).err.find(cursor), std::string::npos);
}

}  // namespace
