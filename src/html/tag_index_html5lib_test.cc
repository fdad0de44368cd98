// html5lib's tokenizer tests: number, order, kind and names of tags, in every initial state. They
// test the tokenizer alone, without feedback from a tree.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/markup.h"
#include "html/tag_scanner.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

using nlohmann::json;

struct NoFeedback {
  static constexpr bool kReadsText = false;
  explicit NoFeedback(Scripting) {}
  bool wants(TagName, bool) const { return false; }
  Content start_tag(std::string_view, std::string_view, bool) { return Content::markup; }
  bool end_tag(std::string_view) { return true; }
  bool cdata_allowed() const { return false; }
};

// Byte by byte: this test need not be fast.
struct Bytes {
  static constexpr std::size_t kNameBytes = 0;
  static ShortName read_name(const char*) { return {0, TagName::unknown}; }
  static BitMap map_structural(const char* bytes) {
    BitMap bits = 0;
    for (std::size_t i = 0; i < kBlockBytes; ++i)
      if (std::string_view("<>=\"").find(bytes[i]) != std::string_view::npos)
        bits |= BitMap{1} << i;
    return bits;
  }
};

// Returns where the data state begins if the text begins in `state`.
std::size_t begin_of_markup(std::string_view text, const std::string& state,
                            const std::string& last_start_tag) {
  if (state == "Data state") return 0;
  if (state == "PLAINTEXT state") return text.size();
  if (state == "RCDATA state" || state == "RAWTEXT state")
    return end_of_raw_text(text, 0, last_start_tag);
  if (state == "Script data state") {
    return last_start_tag == "script" ? end_of_script(text, 0)
                                      : end_of_raw_text(text, 0, last_start_tag);
  }
  if (state == "CDATA section state") {
    const std::size_t end = text.find("]]>");
    return end == std::string_view::npos ? text.size() : end + 3;
  }
  ADD_FAILURE() << "unknown state: " << state;
  return 0;
}

// Tag names as the tokenizer reports them.
std::string reported(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c == '\0')
      append_utf8(text, kReplacementCharacter);
    else
      text.push_back(to_ascii_lower(c));
  }
  return text;
}

std::vector<std::string> our_tags(std::string_view text, const std::string& state,
                                  const std::string& last_start_tag) {
  TagIndex index;
  TagSink sink(index);
  NoFeedback feedback(Scripting::on);
  TagScanner<Bytes, NoFeedback> scanner(text, feedback, sink);
  EXPECT_TRUE(scanner.scan(begin_of_markup(text, state, last_start_tag)));
  sink.flush();
  std::vector<std::string> tags;
  for (const Tag& tag : index) tags.push_back((tag.is_end() ? "/" : "") + reported(tag.name(text)));
  return tags;
}

// Some cases are "double escaped" so that JSON can carry lone surrogates; our text is UTF-8, where
// those become U+FFFD.
std::string unescape(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "\\u") != 0) {
      plain.push_back(text[i]);
      continue;
    }
    const auto value = static_cast<char32_t>(std::stoul(text.substr(i + 2, 4), nullptr, 16));
    append_utf8(plain, value >= 0xD800 && value <= 0xDFFF ? kReplacementCharacter : value);
    i += 5;
  }
  return plain;
}

TEST(TagIndexHtml5lib, FindsTheTagsOfAllTokenizerCasesInEveryInitialState) {
  if (!testkit::has_test_data("html5lib-tests/tokenizer")) return;
  int cases = 0, runs = 0, with_tags = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(testkit::test_data("html5lib-tests/tokenizer"))) {
    if (entry.path().extension() != ".test") continue;
    const json file = json::parse(testkit::read_file(entry.path()));
    if (file.contains("xmlViolationTests")) continue;  // for a tokenizer that produces valid XML
    for (const json& test : file.at("tests")) {
      const bool escaped = test.value("doubleEscaped", false);
      const auto plain = [&](const std::string& text) { return escaped ? unescape(text) : text; };
      const std::string input = plain(test.at("input"));
      std::vector<std::string> expected;
      for (const json& token : test.at("output")) {
        if (token.at(0) == "StartTag") expected.push_back(plain(token.at(1)));
        if (token.at(0) == "EndTag") expected.push_back("/" + plain(token.at(1)));
      }
      const json states = test.value("initialStates", json::array({"Data state"}));
      for (const json& state : states) {
        EXPECT_EQ(our_tags(input, state, test.value("lastStartTag", "")), expected)
            << entry.path().filename() << ": " << test.at("description");
        ++runs;
      }
      ++cases;
      with_tags += !expected.empty();
    }
  }
  // Of the 6,810 cases in the files, 4 are of the kind left out.
  EXPECT_EQ(cases, 6806);
  EXPECT_GT(with_tags, 400);
  RecordProperty("runs", runs);
}

}  // namespace
}  // namespace freshet
