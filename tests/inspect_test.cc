// freshet inspect as a user meets it.
#include <nlohmann/json.hpp>

#include "program.h"

namespace {

using nlohmann::json;

class InspectTest : public ProgramTest {
 protected:
  static constexpr std::string_view kPage =
      "<!doctype html><html lang=en><title>A &amp; B</title>"
      "<meta name=robots content=noarchive>"
      "<p>See <a href='/x?y=1' rel=nofollow>this</a>.<noscript><img src=n.png></noscript>";

  json inspect_json(Words words, std::string_view page = kPage) const {
    words.insert(words.begin(), {"inspect", "-", "--json"});
    const Ran ran = run(words, page);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return json::parse(ran.out, nullptr, false);
  }
};

TEST_F(InspectTest, ListsTagsAsQuadruples) {
  EXPECT_EQ(inspect_json({"--tags"}, "x<p class=a>y</p>"),
            json::parse("[[1, 11, 1, 1], [13, 4, 2, 1]]"));
  EXPECT_EQ(inspect_json({"--tags"}, "no tags"), json::array());
  EXPECT_EQ(run({"inspect", "-", "--tags"}, "<P><\x1b[2J>").out, "       0      3 1   1  P\n");
}

TEST_F(InspectTest, ReadsNoscriptByTheScriptingMode) {
  const std::string page = "<noscript><b></noscript>";
  EXPECT_EQ(inspect_json({"--tags"}, page).size(), 3u);
  EXPECT_EQ(inspect_json({"--tags", "--scripting", "on"}, page).size(), 2u);
}

TEST_F(InspectTest, ShowsLinksWithWhatIsWrittenOnThem) {
  const json found = inspect_json({"--links", "--url", "https://example.com/a/b"});
  ASSERT_EQ(found["links"].size(), 2u);
  EXPECT_EQ(found["links"][0]["url"], "https://example.com/x?y=1");
  EXPECT_EQ(found["links"][0]["kind"], "a");
  EXPECT_EQ(found["links"][0]["rel"], "nofollow");
  EXPECT_EQ(found["links"][0]["text"], "this");
  EXPECT_EQ(found["links"][1]["url"], "https://example.com/a/n.png");
  EXPECT_EQ(inspect_json({"--links"})["unresolvable"], 2);
}

TEST_F(InspectTest, ShowsTextAndFeatures) {
  EXPECT_EQ(run({"inspect", "-", "--text"}, kPage).out, "See this.\n");
  const json features = inspect_json({"--features"});
  EXPECT_EQ(features["title"], "A & B");
  EXPECT_EQ(features["language"], "en");
  EXPECT_EQ(features["robots"], "noarchive");
  EXPECT_EQ(features["links"], 1);
  EXPECT_EQ(features["images"], 1);
}

// To a file and to a terminal alike: the text may be looked at later.
TEST_F(InspectTest, ShowsForeignControlCharactersInsteadOfObeyingThem) {
  const std::string page =
      "<p>a\x1b]0;owned\x07"
      "b\u202Ec\u009Bd<p>e<pre>f\tg";
  file("page.html", page);
  const std::string shown = "a\\u{1b}]0;owned\\u{7}b\\u{202e}c\\u{9b}d\ne\nf\tg";
  EXPECT_EQ(run({"inspect", "page.html", "--text"}).out, shown + "\n");
  const std::string seen = run_on_terminal({"inspect", "page.html", "--text"});
  EXPECT_NE(seen.find("a\\u{1b}]0;owned\\u{7}b\\u{202e}c\\u{9b}d"), std::string::npos) << seen;
  for (const char* unsafe : {"\x1b", "\x07", "\u202E", "\u009B"})
    EXPECT_EQ(seen.find(unsafe), std::string::npos) << seen;
  EXPECT_EQ(inspect_json({"--text"}, page)["text"],
            "a\x1b]0;owned\x07"
            "b\u202Ec\u009Bd\ne\nf\tg");
}

TEST_F(InspectTest, BringsPagesToUtf8First) {
  EXPECT_EQ(run({"inspect", "-", "--text", "--content-type", "text/html; charset=windows-1251"},
                "\xCF\xF0\xE8\xE2\xE5\xF2")
                .out,
            "Привет\n");
  EXPECT_EQ(inspect_json({"--features"}, "\xEF\xBB\xBF<p>x")["encoding_source"], "byte order mark");
}

TEST_F(InspectTest, ShowsThePackedIndex) {
  const json packed = inspect_json({"--packed"}, "x<p class=a>y</p>");
  EXPECT_EQ(packed["tags"], 2);
  EXPECT_EQ(packed["hex"], "4654490129a2691a8242000000000000a10806");
}

TEST_F(InspectTest, SaysWhatIsWrongInOneSentence) {
  const auto error = [&](const Words& words) {
    const Ran ran = run(words);
    EXPECT_EQ(ran.out, "");
    return std::to_string(ran.exit_code) + " " + ran.err;
  };
  EXPECT_EQ(error({"inspect", "absent.html", "--text"}),
            "1 freshet: cannot read \"absent.html\": No such file or directory\n");
  EXPECT_TRUE(error({"inspect", "-"}).starts_with("2 ")) << error({"inspect", "-"});
  EXPECT_TRUE(error({"inspect", "-", "--text", "--tags"}).starts_with("2 "));
  EXPECT_EQ(error({"inspect", "-", "--links", "--url", "notaurl"}),
            "2 freshet: --url: not a URL: it has no scheme; give a complete URL such as "
            "https://example.com/\nTry: freshet inspect --help\n");
  EXPECT_EQ(error({"inspect", "-", "--links", "--url", "mailto:a@b.example"}),
            "2 freshet: --url must be an http or https URL, not mailto\n"
            "Try: freshet inspect --help\n");
}

TEST_F(InspectTest, WarnsOfACharsetThatNoBrowserKnows) {
  const Ran ran =
      run({"inspect", "-", "--text", "--content-type", "text/html; charset=klingon"}, "<p>x");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out, "x\n");
  EXPECT_NE(ran.err.find("charset=klingon"), std::string::npos) << ran.err;
  EXPECT_EQ(run({"inspect", "-", "--text", "--content-type", "text/html; charset=latin1"}).err, "");
  EXPECT_EQ(run({"inspect", "-", "--text", "--content-type", "text/html"}).err, "");
}

TEST_F(InspectTest, ItsUsageNamesTheViews) {
  EXPECT_NE(run({"inspect", "--help"})
                .out.find("Usage: freshet inspect FILE --tags|--links|--text|--main|--features|"
                          "--packed\n"),
            std::string::npos);
}

TEST_F(InspectTest, KeepsToThePageLimit) {
  variable("FRESHET_LIMITS_PAGE_BYTES", "10");
  const Ran ran = run({"inspect", "-", "--tags"}, "<p>0123456789");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.err,
            "freshet: standard input has more than 10 bytes; limits.page_bytes sets the limit\n");
  file("big", "<p>0123456789");
  EXPECT_EQ(run({"inspect", "big", "--tags"}).err,
            "freshet: \"big\" has more than 10 bytes; limits.page_bytes sets the limit\n");
}

TEST_F(InspectTest, ShowsWhatASelectorFinds) {
  const std::string page = "<table id=t><tr><td>a<td class=p>12 <b>EUR</b><tr><td>b<td class=p>9";
  const json found = inspect_json({"--select", "#t td:nth-child(2)"}, page);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0], json::parse(R"({"element": "td", "attributes": {"class": "p"},
                                      "text": "12 EUR"})"));
  EXPECT_EQ(run({"inspect", "-", "--select", ".p"}, page).out, "td.p\n  12 EUR\ntd.p\n  9\n");
  const Ran wrong = run({"inspect", "-", "--select", "td["}, page);
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_TRUE(has(wrong.err, "--select: a name is expected, not end, at byte 4")) << wrong.err;
}

}  // namespace
