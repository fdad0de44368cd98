// extract_links and visible_text against a reference that reads parse5's tree, on real pages.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/utf8.h"
#include "html/links.h"
#include "html/text.h"
#include "testkit/oracle.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

constexpr const char* kPageUrl = "https://site.example/section/page.html?q=1";

using Words = std::vector<std::string>;

Words split(const std::string& text) {
  std::istringstream in(text);
  in.imbue(std::locale::classic());
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// What one has and the other has not; empty if they are equal.
std::string difference(const std::set<std::string>& ours, const std::set<std::string>& theirs) {
  std::string all;
  for (const std::string& link : ours)
    if (!theirs.contains(link)) all += "\n  only ours:   " + link;
  for (const std::string& link : theirs)
    if (!ours.contains(link)) all += "\n  only theirs: " + link;
  return all;
}

// Where two texts part, with the words around.
std::string difference(const Words& ours, const Words& theirs) {
  if (ours == theirs) return {};
  const auto [a, b] = std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end());
  const auto around = [&](const Words& words, std::size_t at) {
    std::string some;
    for (std::size_t i = at < 3 ? 0 : at - 3; i < std::min(at + 6, words.size()); ++i)
      some += words[i] + " ";
    return some;
  };
  const auto at = static_cast<std::size_t>(a - ours.begin());
  return fmt::format("\n  word {}: ours   {}\n  {} words: theirs {}", at, around(ours, at),
                     theirs.size(), around(theirs, at));
}

class ReadPagesTest : public testing::TestWithParam<Scripting> {
 protected:
  void SetUp() override {
    if (!testkit::has_test_data("real-pages.tar.zst")) return;
    for (const auto& file : testkit::real_pages()) {
      names_.push_back(file.stem());
      pages_.push_back(repair_utf8(testkit::read_file(file)));
    }
    const std::string mode = GetParam() == Scripting::on ? "on" : "off";
    std::istringstream lines(
        testkit::run_oracle_once("read_pages.mjs", {mode, kPageUrl}, testkit::pack_inputs(pages_)));
    for (std::string line; std::getline(lines, line);)
      expected_.push_back(nlohmann::json::parse(line));
    ASSERT_EQ(expected_.size(), pages_.size());
  }

  std::vector<std::string> names_;
  std::vector<std::string> pages_;
  std::vector<nlohmann::json> expected_;
};

TEST_P(ReadPagesTest, AgreesWithTheTreeOnLinks) {
  const auto url = Url::parse(kPageUrl);
  ASSERT_TRUE(url);
  std::size_t total = 0;
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    const TagIndex index = index_tags(pages_[i], GetParam());
    const Links links = extract_links(pages_[i], index, GetParam(), *url);
    std::set<std::string> ours;
    for (const Link& link : links.all)
      ours.insert(fmt::format("{} {}", link_kind_text(link.kind), link.url.href()));
    EXPECT_EQ(difference(ours, expected_[i]["links"].get<std::set<std::string>>()), "")
        << "page " << names_[i];
    EXPECT_EQ(links.missing.over_limit, 0u) << "page " << names_[i];
    total += links.all.size();
  }
  RecordProperty("links", static_cast<int>(total));
}

TEST_P(ReadPagesTest, AgreesWithTheTreeOnWords) {
  std::size_t total = 0;
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    const TagIndex index = index_tags(pages_[i], GetParam());
    const Words ours = split(visible_text(pages_[i], index, GetParam()));
    const Words theirs = split(expected_[i]["words"].get<std::string>());
    EXPECT_EQ(difference(ours, theirs), "") << "page " << names_[i];
    total += ours.size();
  }
  RecordProperty("words", static_cast<int>(total));
}

INSTANTIATE_TEST_SUITE_P(Modes, ReadPagesTest, testing::Values(Scripting::off, Scripting::on),
                         [](const auto& mode) {
                           return mode.param == Scripting::on ? "ScriptingOn" : "ScriptingOff";
                         });

}  // namespace
}  // namespace freshet
