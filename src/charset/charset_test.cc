#include "charset/charset.h"

#include <gtest/gtest.h>

#include <string>

#include "base/utf8.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

using namespace std::string_literals;

// Returns "windows-1251 by header", and if the text was copied.
std::string verdict(std::string_view page, std::string_view content_type = "") {
  const Utf8Text utf8 = to_utf8(page, content_type);
  return std::string(encoding_name(utf8.encoding)) + " by " +
         std::string(charset_source_name(utf8.source)) + (utf8.converted ? ", copied" : "");
}

std::string text(std::string_view page, std::string_view content_type = "") {
  const Utf8Text utf8 = to_utf8(page, content_type);
  return std::string(utf8.text(page));
}

TEST(Charset, CopiesNothingThatIsUtf8Already) {
  EXPECT_EQ(verdict("<p>plain"), "windows-1252 by fallback");
  EXPECT_EQ(verdict("<p>gr\u00FCn"), "UTF-8 by detection");
  EXPECT_EQ(verdict("<meta charset=utf-8>gr\u00FCn"), "UTF-8 by declaration");
  EXPECT_EQ(verdict("<meta charset=big5>plain"), "Big5 by declaration");
  EXPECT_EQ(verdict("plain", "text/html; charset=iso-2022-jp"), "ISO-2022-JP by header");
  EXPECT_EQ(verdict("\xEF\xBB\xBFgr\u00FCn"), "UTF-8 by byte order mark");
}

TEST(Charset, GivesAViewIntoThePage) {
  const std::string page = "\xEF\xBB\xBFgr\u00FCn";
  const Utf8Text utf8 = to_utf8(page, "");
  EXPECT_EQ(utf8.text(page).data(), page.data() + 3);
  EXPECT_EQ(utf8.text(page), "gr\u00FCn");
}

TEST(Charset, BelievesTheSurestSourceFirst) {
  const std::string page = "<meta charset=windows-1251>\xE4\xE0";
  EXPECT_EQ(verdict(page), "windows-1251 by declaration, copied");
  EXPECT_EQ(verdict(page, "text/html"), "windows-1251 by declaration, copied");
  EXPECT_EQ(verdict(page, "text/html; charset=junk"), "windows-1251 by declaration, copied");
  EXPECT_EQ(verdict(page, "text/html; charset=koi8-r"), "KOI8-R by header, copied");
  EXPECT_EQ(verdict("\xEF\xBB\xBF" + page, "text/html; charset=koi8-r"),
            "UTF-8 by byte order mark, copied");
}

TEST(Charset, ConvertsLegacyPages) {
  EXPECT_EQ(text("<meta charset=windows-1251>\xE4\xE0"), "<meta charset=windows-1251>\u0434\u0430");
  EXPECT_EQ(text("\x83\x65", "text/html;charset=shift_jis"), "\u30C6");
  EXPECT_EQ(text("\x1B$B%F\x1B(B", "text/html;charset=iso-2022-jp"), "\u30C6");
  EXPECT_EQ(text("\xFF\xFE<\0p\0>\0"s), "<p>");
  EXPECT_EQ(text("\xFE\xFF\0<\0p\0>"s), "<p>");
}

TEST(Charset, RepairsAPageThatOnlySaysItIsUtf8) {
  EXPECT_EQ(text("<meta charset=utf-8>gr\xFCn"), "<meta charset=utf-8>gr\uFFFDn");
}

TEST(Charset, AcceptsAnEmptyPage) {
  EXPECT_EQ(verdict(""), "windows-1252 by fallback");
  EXPECT_EQ(text(""), "");
  EXPECT_EQ(text("\xFF\xFE"), "");
}

TEST(Charset, FindsADeclarationAfterTheWindow) {
  const std::string page = std::string(5000, ' ') + "<meta charset=koi8-r>\xC4\xC1";
  EXPECT_EQ(verdict(page), "KOI8-R by declaration, copied");
}

TEST(Charset, KeepsATextCutInsideACharacter) {
  const std::string page = "<p>gr\u00FCn \u4E2D";
  EXPECT_EQ(verdict(page.substr(0, page.size() - 1)), "UTF-8 by detection, copied");
}

// html5lib's cases: "#data", the page, "#encoding", the encoding's label. encoding/scripted is left
// out: its page writes its declaration by a script, and scripts are not run.
int run_html5lib_cases(const std::string& file) {
  const std::string all = testkit::read_file(testkit::test_data("html5lib-tests/encoding/" + file));
  const std::string data_line = "#data\n", encoding_line = "\n#encoding\n";
  int cases = 0;
  for (std::size_t at = all.find(data_line); at != all.npos; ++cases) {
    at += data_line.size();
    const std::size_t end = all.find(encoding_line, at);
    if (end == all.npos) {
      ADD_FAILURE() << file << ": case " << cases << " has no #encoding";
      break;
    }
    const std::size_t label = end + encoding_line.size();
    const std::string page = all.substr(at, end - at);
    const std::string expected = all.substr(label, all.find('\n', label) - label);
    const auto encoding = encoding_from_label(expected);
    EXPECT_TRUE(encoding) << file << ": unknown encoding " << expected;
    EXPECT_EQ(encoding_name(to_utf8(page, "").encoding), encoding_name(*encoding)) << page;
    at = all.find(data_line, label);
  }
  return cases;
}

TEST(Charset, PassesTheEncodingTestsOfHtml5lib) {
  if (!testkit::has_test_data("html5lib-tests")) return;
  EXPECT_EQ(run_html5lib_cases("tests1.dat"), 59);
  EXPECT_EQ(run_html5lib_cases("tests2.dat"), 22);
  EXPECT_EQ(run_html5lib_cases("test-yahoo-jp.dat"), 1);
}

TEST(Charset, DetectsTheBig5TextOfHtml5lib) {
  if (!testkit::has_test_data("html5lib-tests")) return;
  const std::string page =
      testkit::read_file(testkit::test_data("html5lib-tests/encoding/chardet/test_big5.txt"));
  EXPECT_EQ(verdict(page), "Big5 by detection, copied");
}

TEST(Charset, BringsEveryRealPageToUtf8AndCopiesFew) {
  if (!testkit::has_test_data("real-pages.tar.zst")) return;
  int copied = 0;
  for (const auto& file : testkit::real_pages()) {
    const std::string page = testkit::read_file(file);
    const Utf8Text utf8 = to_utf8(page, "");
    const std::string_view result = utf8.text(page);
    ASSERT_EQ(valid_utf8_length(result), result.size()) << file;
    if (utf8.converted) ++copied;
  }
  EXPECT_EQ(copied, 8)
      << "six in legacy encodings, one UTF-8 that says GB2312, one with a bad byte";
}

}  // namespace
}  // namespace freshet
