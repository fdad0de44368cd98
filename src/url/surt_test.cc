#include "url/surt.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "testkit/test_data.h"
#include "url/url.h"

namespace freshet {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

TEST(Surt, ReversesTheHost) {
  EXPECT_EQ(surt("https://news.example.com/a/b.html"), "com,example,news)/a/b.html");
  EXPECT_EQ(surt("http://127.0.0.1:18080/"), "1,0,0,127:18080)/");
  EXPECT_EQ(surt("http://[::1]/"), "[::1])/");
  EXPECT_EQ(surt("http://example.com./"), ",com,example)/");
}

TEST(Surt, LeavesOutWhatDoesNotTellPagesApart) {
  EXPECT_EQ(surt("https://me:pw@example.com:443/#top"), "com,example)/");
  EXPECT_EQ(surt("http://www.example.com/"), "com,example)/");
  EXPECT_EQ(surt("http://www23.example.com/"), "com,example)/");
  EXPECT_EQ(surt("http://example.com/?"), "com,example)/");
}

TEST(Surt, StripsWwwOnlyWhereWarcioDoes) {
  EXPECT_EQ(surt("http://WWW.example.com/"), "com,example,www)/");
  EXPECT_EQ(surt("http://me@www.example.com/"), "com,example,www)/");
  EXPECT_EQ(surt("http://wwwx.example.com/"), "com,example,wwwx)/");
}

TEST(Surt, SortsTheQueryAndLowersEverything) {
  EXPECT_EQ(surt("http://h/A?c=3&B=2&a=1&"), "h)/a?&a=1&b=2&c=3");
}

TEST(Surt, EncodesInUpperCaseWhatWasNotEncodedBefore) {
  EXPECT_EQ(surt("http://h/\u00DC"), "h)/%C3%BC");
  EXPECT_EQ(surt("http://h/%C3%9C"), "h)/%c3%9c");
}

TEST(Surt, GivesBackWhatIsNoWebAddress) {
  EXPECT_EQ(surt("urn:uuid:ABC"), "urn:uuid:ABC");
  EXPECT_EQ(surt("HTTP://example.com/"), "HTTP://example.com/");
  EXPECT_EQ(surt("http://www.a b/"), "http://a b/");
  EXPECT_EQ(surt(""), "");
}

// Returns the web URLs among the WPT cases, as written there and as parsed.
std::vector<std::string> wpt_urls() {
  std::vector<std::string> urls;
  const auto text = testkit::read_file(testkit::test_data("wpt-url/urltestdata.json"));
  for (const json& item : json::parse(text)) {
    if (item.is_string()) continue;
    if (!item.at("base").is_null()) continue;
    urls.push_back(item.at("input"));
    if (item.contains("href")) urls.push_back(item.at("href"));
  }
  std::erase_if(urls, [](const std::string& url) { return !url.starts_with("http"); });
  return urls;
}

// Seeded variations: inserts characters that keys are sensitive to at random places.
std::vector<std::string> varied(const std::vector<std::string>& urls, int count) {
  static const std::vector<std::string> kPieces = {
      "www.",   "WWW2.", "www12.", "?b=2&a=1", "&a=%41",  "&A",         "?",      "&&",
      "#f",     ":80",   ":443",   ":8080",    "/A/../B", "/%7E%c3%BC", "\u00C4", "%C3%84",
      "\u0130", "@",     "me:pw@", ".",        " ",       "\t",         "|",      "^",
      "'",      "\\",    "[::1]",  "127.1",    "//",      "\u03A3"};
  std::mt19937 random(20240601);
  const auto pick = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n)(random);
  };
  std::vector<std::string> variations;
  for (int i = 0; i < count; ++i) {
    std::string url = urls[pick(urls.size() - 1)];
    for (std::size_t edits = 1 + pick(2); edits > 0; --edits) {
      std::size_t at = pick(url.size());
      while (at < url.size() && (url[at] & 0xC0) == 0x80) ++at;  // not inside a character
      url.insert(at, kPieces[pick(kPieces.size() - 1)]);
    }
    variations.push_back(url);
  }
  return variations;
}

json ask_warcio(const std::vector<std::string>& urls) {
  const fs::path input = fs::temp_directory_path() / ("freshet-surt-" + std::to_string(getpid()));
  const fs::path output = input.string() + ".out";
  std::ofstream(input) << json(urls).dump();
  const std::string script = (testkit::project_path("tests/oracle") / "surt.mjs").string();
  const std::string command =
      "node '" + script + "' '" + input.string() + "' > '" + output.string() + "'";
  const int status = std::system(command.c_str());
  EXPECT_EQ(status, 0) << command << ": has `npm ci` been run in tests/oracle?";
  json answers = status == 0 ? json::parse(testkit::read_file(output)) : json::array();
  fs::remove(input);
  fs::remove(output);
  return answers;
}

// Node's URL parser may be older than the standard (IDNA, '^' in paths) or wrong ("/.x/.." in some
// versions). If both parse a URL alike, the keys must be equal.
TEST(Surt, IsTheKeyThatWarcioGives) {
  if (!testkit::has_test_data("wpt-url")) return;
  std::vector<std::string> urls = wpt_urls();
  const std::vector<std::string> variations = varied(urls, 20'000);
  urls.insert(urls.end(), variations.begin(), variations.end());
  const json answers = ask_warcio(urls);
  ASSERT_EQ(answers.size(), urls.size());
  std::size_t read_differently = 0;
  for (std::size_t i = 0; i < urls.size(); ++i) {
    const auto url = Url::parse(answers[i].at("text").get<std::string>());
    if ((url ? json(url->href()) : json()) != answers[i].at("href")) {
      ++read_differently;
    } else {
      EXPECT_EQ(surt(urls[i]), answers[i].at("surt").get<std::string>()) << urls[i];
    }
  }
  EXPECT_LT(read_differently, urls.size() / 10);
}

}  // namespace
}  // namespace freshet
