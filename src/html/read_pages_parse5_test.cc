// extract_links and visible_text against a reference that reads parse5's tree: the set of resolved
// links and the words in order.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

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

// Returns the elements that only one set has; empty if they are equal.
std::string difference(const std::set<std::string>& ours, const std::set<std::string>& theirs) {
  std::string all;
  for (const std::string& link : ours)
    if (!theirs.contains(link)) all += "\n  only ours:   " + link;
  for (const std::string& link : theirs)
    if (!ours.contains(link)) all += "\n  only theirs: " + link;
  return all;
}

// Returns where two texts diverge, with the words around.
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

// Inputs whose words differ from the tree, with the reason. One that no longer differs must be
// removed.
constexpr const char* kFoster =
    "the tree moves text in a table, but outside of its cells, before it";
constexpr const char* kFrameset = "a frameset page shows no text; we look for no framesets";
constexpr const char* kSelect =
    "parse5 drops tags inside <select>, as the standard did until 2025; so they part no words";
constexpr const char* kStray = "we take the end tag to close something outside of the formula";

const std::map<std::string, const char*, std::less<>> kKnownDifferences = {
    {"<table><a>1<td>2</td>3</table>", kFoster},
    {"<table>A<td>B</td>C</table>", kFoster},
    {"<table><b><tr><td>aaa</td></tr>bbb</table>ccc", kFoster},
    {"A<table><tr> B</tr> </em>C</table>", kFoster},
    {"x<table>x", kFoster},
    {"<!-----><font><div>hello<table>excite!<b>me!<th><i>please!</tr><!--X-->", kFoster},
    {"<a href=\"blah\">aba<table><a href=\"foo\">br<tr><td></td></tr>x</table>aoe", kFoster},
    {"<a href=\"blah\">aba<table><tr><td><a href=\"foo\">br</td></tr>x</table>aoe", kFoster},
    {"<table><a href=\"blah\">aba<tr><td><a href=\"foo\">br</td></tr>x</table>aoe", kFoster},
    {"<!doctype html>a<i>b<table>c<b>d</i>e</b>f", kFoster},
    {"<!DOCTYPE html><body><b><nobr>1<table><nobr></b><i><nobr>2<nobr></i>3", kFoster},
    {"<frameset>X", kFrameset},
    {std::string("<svg>\0</svg><frameset>", 22), kFrameset},
    {std::string("<svg>\0 </svg><frameset>", 23), kFrameset},
    {"<!doctype html><html><frameset></frameset></html>abc", kFrameset},
    {"<!DOCTYPE html><frameset>test", kFrameset},
    {"<!DOCTYPE html><frameset> te st", kFrameset},
    {"<!DOCTYPE html><frameset></frameset> te st", kFrameset},
    {"<frameset></frameset>\nfoo", kFrameset},
    {"<!DOCTYPE html>A<option>B<optgroup>C<select>D</option>E", kSelect},
    {"<!DOCTYPE html><body><table><tr><td><select><svg><g>foo</g><g>bar</g><p>baz</table><p>quux",
     kSelect},
    {"<!DOCTYPE html><body><table><select><svg><g>foo</g><g>bar</g><p>baz</table><p>quux", kSelect},
    {"<!DOCTYPE html><body><table><tr><td><select><math><mi>foo</mi><mi>bar</mi><p>baz</table>"
     "<p>quux",
     kSelect},
    {"<!DOCTYPE html><body><table><select><math><mi>foo</mi><mi>bar</mi><p>baz</table><p>quux",
     kSelect},
    {"<select><div>div 1</div><button>button</button><div>div 2</div><datalist><option>option"
     "</option></datalist><div>div 3</div></select>",
     kSelect},
    {"<select><datalist>datalist</select>", kSelect},
    {"<math><annotation-xml></svg>x", kStray},
};

class ReadPagesTest : public testing::TestWithParam<Scripting> {
 protected:
  // Compares both on each page; `name` identifies a page for people.
  template <class Name>
  void compare(const std::vector<std::string>& pages, Name name) {
    const std::vector<nlohmann::json> expected = parse5_reading(pages);
    ASSERT_EQ(expected.size(), pages.size());
    for (std::size_t i = 0; i < pages.size(); ++i) {
      const TagIndex index = index_tags(pages[i], GetParam());
      EXPECT_EQ(difference(links(pages[i], index), expected[i]["links"]), "") << name(i);
      const std::string words = difference(split(visible_text(pages[i], index, GetParam())),
                                           split(expected[i]["words"].get<std::string>()));
      const bool known = kKnownDifferences.contains(pages[i]);
      EXPECT_EQ(words.empty(), !known) << name(i) << (known ? " agrees by now" : words);
      words_ += split(expected[i]["words"].get<std::string>()).size();
      links_ += expected[i]["links"].size();
    }
    RecordProperty("links", static_cast<int>(links_));
    RecordProperty("words", static_cast<int>(words_));
  }

 private:
  std::vector<nlohmann::json> parse5_reading(const std::vector<std::string>& pages) const {
    const std::string mode = GetParam() == Scripting::on ? "on" : "off";
    std::istringstream lines(
        testkit::run_oracle_once("read_pages.mjs", {mode, kPageUrl}, testkit::pack_inputs(pages)));
    std::vector<nlohmann::json> readings;
    for (std::string line; std::getline(lines, line);)
      readings.push_back(nlohmann::json::parse(line));
    return readings;
  }

  std::set<std::string> links(const std::string& page, const TagIndex& index) const {
    std::set<std::string> all;
    const Links links = extract_links(page, index, GetParam(), *Url::parse(kPageUrl));
    for (const Link& link : links.all)
      all.insert(fmt::format("{} {}", link_kind_text(link.kind), link.url.href()));
    return all;
  }

  std::size_t links_ = 0;
  std::size_t words_ = 0;
};

TEST_P(ReadPagesTest, AgreesWithTheTreeOnRealPages) {
  if (!testkit::has_test_data("real-pages.tar.zst")) return;
  const auto files = testkit::real_pages();
  compare(testkit::real_page_texts(),
          [&](std::size_t i) { return "page " + files[i].stem().string(); });
}

TEST_P(ReadPagesTest, AgreesWithTheTreeOnHardInputsButForAFew) {
  if (!testkit::has_test_data("html5lib-tests")) return;
  const std::vector<std::string> inputs = testkit::tree_construction_inputs();
  for (const auto& [input, reason] : kKnownDifferences)
    EXPECT_NE(std::find(inputs.begin(), inputs.end(), input), inputs.end()) << input << reason;
  compare(inputs, [&](std::size_t i) { return "input " + inputs[i]; });
}

INSTANTIATE_TEST_SUITE_P(Modes, ReadPagesTest, testing::Values(Scripting::off, Scripting::on),
                         [](const auto& mode) {
                           return mode.param == Scripting::on ? "ScriptingOn" : "ScriptingOff";
                         });

}  // namespace
}  // namespace freshet
