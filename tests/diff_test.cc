// freshet diff and freshet near as a user meets them.
#include <nlohmann/json.hpp>

#include "program.h"

namespace {

using nlohmann::json;

class DiffTest : public ProgramTest {
 protected:
  DiffTest() {
    file("old.html", "<main><h1>Terms</h1><p>You pay 5 euros a month.<p>Be kind.</main>");
    file("new.html", "<main><h1>Terms</h1><p>You pay 7 euros a month.<p>Be kind.</main>");
  }

  json diff_json(Words words) const {
    words.insert(words.begin(), "diff");
    words.push_back("--json");
    const Ran ran = run(words);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return json::parse(ran.out, nullptr, false);
  }
};

TEST_F(DiffTest, ShowsTheDifferenceByWord) {
  const Ran ran = run({"diff", "old.html", "new.html"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_NE(ran.out.find("~ You pay [-5-] {+7+} euros a month.\n"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(", meaningful"), std::string::npos) << ran.out;
  EXPECT_EQ(ran.out.find('\x1b'), std::string::npos) << "not on a terminal";
}

TEST_F(DiffTest, UsesColorWhereItIsWanted) {
  const std::string out = run({"diff", "old.html", "new.html", "--color", "always"}).out;
  EXPECT_NE(out.find("\x1b[31m5\x1b[0m \x1b[32m7\x1b[0m"), std::string::npos) << out;
  EXPECT_NE(run_on_terminal({"diff", "old.html", "new.html", "--color", "never"}).find("[-5-]"),
            std::string::npos);
}

TEST_F(DiffTest, CarriesClassAndNumbersInJson) {
  const json found = diff_json({"old.html", "new.html"});
  EXPECT_EQ(found["class"], "major");
  EXPECT_EQ(found["meaningful"], true);
  EXPECT_GT(found["score"], 0.5);
  EXPECT_EQ(found["stages"]["bytes"]["finding"], "differs");
  EXPECT_EQ(found["stages"]["elements"]["changed"], 1);
  EXPECT_LT(found["stages"]["similarity"]["jaccard"], 1.0);
  EXPECT_EQ(found["changes"].size(), 1u);
  EXPECT_EQ(found["changes"][0]["kind"], "changed");
  const json same = diff_json({"old.html", "old.html"});
  EXPECT_EQ(same["class"], "none");
  EXPECT_EQ(same["meaningful"], false);
  EXPECT_EQ(same["changes"], json::array());
}

// A counter that differed in every version before; all ways to name those.
TEST_F(DiffTest, LearnsNoiseFromEarlierVersions) {
  for (const char* number : {"1", "2", "3", "4", "5"})
    file(std::string("v") + number + ".html",
         std::string("<p>The text that stays.<p>You are visitor ") + number);
  EXPECT_EQ(diff_json({"v4.html", "v5.html"})["meaningful"], true);
  const std::vector<Words> ways = {
      {"v4.html", "v5.html", "--earlier", "v1.html", "v2.html", "v3.html"},
      {"v4.html", "v5.html", "--earlier", "v1.html", "--earlier", "v2.html", "--earlier=v3.html"},
      {"--earlier", "v1.html", "v2.html", "v3.html", "v4.html", "v5.html"},
      {"--earlier", "v1.html", "--earlier", "v2.html", "--earlier", "v3.html", "v4.html",
       "v5.html"}};
  for (const Words& words : ways) {
    const json found = diff_json(words);
    EXPECT_EQ(found["meaningful"], false) << words[0];
    EXPECT_EQ(found["class"], "cosmetic") << words[0];
    EXPECT_EQ(found["stages"]["noise"]["noisy_blocks"], 2) << words[0];
  }
}

TEST_F(DiffTest, TakesAnEmptyListOfEarlierVersions) {
  const json without = diff_json({"old.html", "new.html"});
  EXPECT_EQ(diff_json({"old.html", "new.html", "--earlier"}), without);
  EXPECT_EQ(diff_json({"old.html", "--earlier", "--color", "never", "new.html"}), without);
  EXPECT_EQ(run({"diff", "old.html", "new.html", "--json", "--earlier"}).exit_code, 0);
}

// Whoever is told that something matters is told what.
TEST_F(DiffTest, ShowsLinksOfImagesAndMarkupToo) {
  file("a.html", "<main><p>Some text.<p><a href=/x><img src=a.png></a><p>See <b>this</b>.</main>");
  file("b.html", "<main><p>Some text.<p><a href=/y><img src=a.png></a><p>See <i>this</i>.</main>");
  const json found = diff_json({"a.html", "b.html"});
  EXPECT_EQ(found["meaningful"], true);
  ASSERT_EQ(found["changes"].size(), 2u) << found;
  EXPECT_EQ(found["changes"][0]["kind"], "relinked");
  EXPECT_EQ(found["changes"][1]["kind"], "remarked");
}

TEST_F(DiffTest, SaysWithWhichVersionItComparedThePage) {
  file("error.html", "<h1>503 Service Unavailable</h1>");
  EXPECT_EQ(diff_json({"old.html", "new.html"})["versions_back"], 0);
  const json found = diff_json({"error.html", "new.html", "--earlier", "old.html"});
  EXPECT_EQ(found["versions_back"], 1);
  EXPECT_EQ(found["stages"]["elements"]["versions_back"], 1);
  ASSERT_EQ(found["changes"].size(), 1u) << "against the version that it was judged by";
  EXPECT_EQ(found["changes"][0]["kind"], "changed");
}

TEST_F(DiffTest, SaysWhatIsWrong) {
  EXPECT_EQ(run({"diff", "old.html"}).exit_code, 2);
  EXPECT_EQ(run({"diff", "-", "-"}).exit_code, 2);
  const Ran ran = run({"diff", "old.html", "absent.html"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.err.find("absent.html"), std::string::npos) << ran.err;
}

TEST_F(DiffTest, ReadsOnePageFromStdinAndShowsNoControlCharacters) {
  const Ran ran = run({"diff", "old.html", "-"}, "<main><h1>Terms</h1><p>\x1b[2Jgone</main>");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out.find('\x1b'), std::string::npos);
  EXPECT_NE(ran.out.find("\\u{1b}[2Jgone"), std::string::npos) << ran.out;
}

class NearTest : public ProgramTest {
 protected:
  static std::string page(int from, int to, const std::string& menu) {
    std::string text = "<nav>" + menu + "</nav><main>";
    for (int i = from; i < to; ++i) text += " word" + std::to_string(i);
    return text + "</main>";
  }
};

TEST_F(NearTest, ListsNearDuplicatesTheMostAlikeFirst) {
  // Runs of three words: 300, 302, 270 and 300; 298 are in a and b, 268 in a and c and in b and c.
  file("a.html", page(0, 300, "one menu"));
  file("b.html", page(0, 300, "another menu of it"));
  file("c.html", page(30, 300, "one menu"));
  file("d.html", page(1000, 1300, "one menu"));
  const Ran ran = run({"near", "a.html", "b.html", "c.html", "d.html"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out,
            "0.980  a.html  b.html\n"
            "0.887  a.html  c.html\n"
            "0.882  b.html  c.html\n");
  const json found = json::parse(
      run({"near", "a.html", "b.html", "c.html", "d.html", "--threshold", "0.9", "--json"}).out);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0]["a"], "a.html");
  EXPECT_EQ(found[0]["b"], "b.html");
}

TEST_F(NearTest, SaysWhatIsWrong) {
  file("a.html", "a");
  EXPECT_EQ(run({"near"}).exit_code, 2);
  EXPECT_EQ(run({"near", "a.html", "--threshold", "2"}).exit_code, 2);
  EXPECT_EQ(run({"near", "absent.html"}).exit_code, 1);
  EXPECT_EQ(run({"near", "a.html"}).out, "");
}

}  // namespace
