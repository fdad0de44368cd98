#include "predict/change_history.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <string>

#include "testkit/memory_disk.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

constexpr const char* kPagesHeader =
    "page_id,source,site,url,t0,t_end,first_seen,last_alive,links,emails,images,text_bytes,"
    "url_dir_level,raw_bytes,elements,headings,extra\n";
constexpr const char* kChangesHeader = "page_id,ts,d_text,d_block,d_link,d_img,d_struct\n";
constexpr const char* kPage =
    "a,docs,a.example,https://a.example/,0,864000,0,864000,1,2,3,4,5,6,7,8,?\n";

std::string error_of(const std::string& pages, const std::string& changes = "") {
  const auto history = parse_change_history(kPagesHeader + pages, kChangesHeader + changes);
  return history ? "none" : history.error().message;
}

TEST(ChangeHistory, ReadsPagesAndTheirChanges) {
  const auto history = parse_change_history(
      std::string(kPagesHeader) + kPage, std::string(kChangesHeader) + "a,86400,0.5,0.25,0,0,1\n");
  ASSERT_TRUE(history) << history.error().message;
  ASSERT_EQ(history->pages.size(), 1U);
  EXPECT_EQ(history->pages[0].site, "a.example");
  EXPECT_EQ(history->pages[0].last_alive, 864000);
  EXPECT_EQ(history->pages[0].features[7], 8);
  ASSERT_EQ(history->changes.size(), 1U);
  EXPECT_EQ(history->changes[0].at, 86400);
  EXPECT_EQ(history->changes[0].d_block, 0.25F);
}

// RFC 4180, section 2, rules 5 to 7.
TEST(ChangeHistory, TakesQuotedFieldsAndEitherLineEnd) {
  const auto history = parse_change_history(
      std::string(kPagesHeader) + "a,docs,\"a \"\"b\"\", c\",u,0,1,0,1,1,2,3,4,5,6,7,8,\r\n",
      kChangesHeader);
  ASSERT_TRUE(history) << history.error().message;
  EXPECT_EQ(history->pages[0].site, "a \"b\", c");
}

TEST(ChangeHistory, NamesLineAndColumnOfWhatIsWrong) {
  EXPECT_EQ(error_of("a,docs,x,u,0,1,zero,1,1,2,3,4,5,6,7,8,\n"),
            "pages: line 2, column 7: expected a moment in seconds since 1970 (first_seen), found "
            "\"zero\"");
  EXPECT_EQ(error_of(kPage, "a,1,0,0,0,0,0\na,1,1.5,0,0,0,0\n"),
            "changes: line 3, column 3: expected a number from 0 to 1 (d_text), found \"1.5\"");
  EXPECT_EQ(error_of(kPage, "b,1,0,0,0,0,0\n"),
            "changes: line 2, column 1: no row of pages has this page (page_id), found \"b\"");
  EXPECT_EQ(error_of(std::string(kPage) + kPage),
            "pages: line 3, column 1: this page has a row already (page_id), found \"a\"");
  EXPECT_EQ(error_of("a,docs\n"),
            "pages: line 2, column 2: expected 17 columns, as the first line has, found 2");
  EXPECT_EQ(error_of("a,docs,x,u,0,1,5,2,1,2,3,4,5,6,7,8,\n"),
            "pages: line 2, column 8: the page ends before it is first seen (last_alive), found "
            "\"2\"");
  EXPECT_EQ(error_of("\"a\n"), "pages: line 2, column 1: the quoted field does not end");
  EXPECT_EQ(error_of("\"a\"b\n"), "pages: line 2, column 1: text follows a quoted field");
}

TEST(ChangeHistory, RefusesNumbersThatAreNone) {
  for (const char* bad : {"nan", "inf", "-1", "", "1e400", " 1"})
    EXPECT_NE(error_of(std::string("a,docs,x,u,0,1,0,1,") + bad + ",2,3,4,5,6,7,8,\n"), "none")
        << bad;
}

TEST(ChangeHistory, SaysWhichColumnIsMissing) {
  const auto history = parse_change_history("page_id,source\n", kChangesHeader);
  ASSERT_FALSE(history);
  EXPECT_EQ(history.error().message, "pages: line 1, column 3: there is no column \"site\"");
  EXPECT_FALSE(parse_change_history("", ""));
}

TEST(ChangeHistory, EveryTruncationOfAGoodHistoryIsReadOrRefused) {
  const std::string pages = std::string(kPagesHeader) + kPage;
  for (std::size_t length = 0; length < pages.size(); ++length) {
    const auto history = parse_change_history(pages.substr(0, length), kChangesHeader);
    EXPECT_LE(history ? history->pages.size() : 0, 1U);
  }
}

class ChangeHistoryFilesTest : public testing::Test {
 protected:
  void put(const std::string& name, const std::string& bytes) {
    ASSERT_TRUE(disk_.make_directories("h"));
    ASSERT_TRUE(replace_file(disk_, "h/" + name, bytes));
  }
  static std::string packed(const std::string& text) {
    std::string out(ZSTD_compressBound(text.size()), '\0');
    out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
    return out;
  }

  MemoryDisk disk_;
};

TEST_F(ChangeHistoryFilesTest, ReadsPlainAndPackedFiles) {
  put("pages.csv", std::string(kPagesHeader) + kPage);
  put("changes.csv.zst", packed(kChangesHeader));
  const auto history = read_change_history(disk_, "h");
  ASSERT_TRUE(history) << history.error().message;
  EXPECT_EQ(history->pages.size(), 1U);
}

TEST_F(ChangeHistoryFilesTest, SaysWhatIsMissingOrCutShort) {
  put("pages.csv", std::string(kPagesHeader) + kPage);
  auto history = read_change_history(disk_, "h");
  ASSERT_FALSE(history);
  EXPECT_EQ(history.error().message,
            "\"h\" holds no change history: there is neither changes.csv nor changes.csv.zst");
  const std::string whole = packed(std::string(kChangesHeader) + "a,1,0,0,0,0,0\n");
  put("changes.csv.zst", whole.substr(0, whole.size() - 3));
  history = read_change_history(disk_, "h");
  ASSERT_FALSE(history);
  EXPECT_EQ(history.error().code, Errc::corrupt);
}

TEST(ChangeHistoryOfRealPages, IsReadWhole) {
  if (!testkit::has_test_data("change-history/dev")) return;
  const auto history =
      read_change_history(system_disk(), testkit::test_data("change-history/dev").string());
  ASSERT_TRUE(history) << history.error().message;
  EXPECT_EQ(history->pages.size(), 8785U);
  EXPECT_EQ(history->changes.size(), 41330U);
}

}  // namespace
}  // namespace freshet
