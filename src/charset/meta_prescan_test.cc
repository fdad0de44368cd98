#include "charset/meta_prescan.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

using namespace std::string_literals;

std::string name(std::optional<Encoding> encoding) {
  return encoding ? std::string(encoding_name(*encoding)) : "none";
}

std::string prescan(std::string_view page) { return name(prescan_encoding(page)); }
std::string late(std::string_view page) { return name(late_meta_encoding(page)); }
std::string content(std::string_view text) { return name(encoding_from_meta_content(text)); }

TEST(MetaPrescan, FindsBothKindsOfDeclaration) {
  EXPECT_EQ(prescan("<meta charset=big5>"), "Big5");
  EXPECT_EQ(prescan("<META CHARSET='BIG5'/>"), "Big5");
  EXPECT_EQ(prescan("<meta http-equiv=Content-Type content='text/html; charset=big5'>"), "Big5");
  EXPECT_EQ(prescan("<meta content='text/html; charset=big5' http-equiv=content-type>"), "Big5");
  EXPECT_EQ(prescan("<meta/charset=big5>"), "Big5");
}

TEST(MetaPrescan, NeedsThePragmaForContent) {
  EXPECT_EQ(prescan("<meta content='text/html; charset=big5'>"), "none");
  EXPECT_EQ(prescan("<meta http-equiv=refresh content='0; charset=big5'>"), "none");
}

TEST(MetaPrescan, TakesTheCharsetAttributeBeforeContent) {
  const std::string pragma = "<meta http-equiv=content-type content='charset=big5' ";
  EXPECT_EQ(prescan(pragma + "charset=euc-kr>"), "EUC-KR");
  EXPECT_EQ(prescan(pragma + "charset=junk>"), "none");
  EXPECT_EQ(prescan("<meta charset=big5 charset=euc-kr>"), "Big5") << "the first of two counts";
}

// HTML Standard, "prescan", the last steps of "Processing".
TEST(MetaPrescan, DoesNotBelieveWhatCannotBe) {
  EXPECT_EQ(prescan("<meta charset=utf-16>"), "UTF-8");
  EXPECT_EQ(prescan("<meta charset=utf-16be>"), "UTF-8");
  EXPECT_EQ(prescan("<meta charset=x-user-defined>"), "windows-1252");
  EXPECT_EQ(prescan("<?xml encoding='utf-16'?>"), "UTF-8");
}

TEST(MetaPrescan, PassesCommentsAndOtherTags) {
  EXPECT_EQ(prescan("<!-- <meta charset=euc-kr> --><meta charset=big5>"), "Big5");
  EXPECT_EQ(prescan("<!--><meta charset=big5>"), "Big5");
  EXPECT_EQ(prescan("<a b='<meta charset=euc-kr>'><meta charset=big5>"), "Big5");
  EXPECT_EQ(prescan("<!doctype <meta charset=euc-kr>"), "none");
  EXPECT_EQ(prescan("< <meta charset=big5>"), "Big5");
}

TEST(MetaPrescan, StopsAtTheWindow) {
  const std::string tag = "<meta charset=big5>";
  EXPECT_EQ(prescan(std::string(kPrescanBytesMax - tag.size(), ' ') + tag), "Big5");
  EXPECT_EQ(prescan(std::string(kPrescanBytesMax - tag.size() + 1, ' ') + tag), "none");
}

TEST(MetaPrescan, ATagCutShortDeclaresNothing) {
  const std::string tag = "<meta charset='big5' x>";
  for (std::size_t length = 0; length < tag.size(); ++length)
    EXPECT_EQ(prescan(tag.substr(0, length)), "none") << length;
}

// HTML Standard, "get an XML encoding".
TEST(MetaPrescan, ReadsAnXmlDeclaration) {
  EXPECT_EQ(prescan("<?xml version='1.0' encoding=\"big5\"?><p>"), "Big5");
  EXPECT_EQ(prescan("<?xml version='1.0' encoding = 'big5' ?>"), "Big5");
  EXPECT_EQ(prescan("<?xml encoding='big5'?><meta charset=euc-kr>"), "EUC-KR") << "meta wins";
  EXPECT_EQ(prescan(" <?xml encoding='big5'?>"), "none");
  EXPECT_EQ(prescan("<?xml encoding='big 5'?>"), "none");
  EXPECT_EQ(prescan("<?xml encoding=big5?>"), "none");
  EXPECT_EQ(prescan("<?xml encoding='big5'"), "none");
  EXPECT_EQ(prescan("<?xml?> encoding='big5'>"), "none");
}

TEST(MetaPrescan, SeesUtf16ByItsXmlDeclaration) {
  EXPECT_EQ(prescan("<\0?\0x\0m\0l\0"s), "UTF-16LE");
  EXPECT_EQ(prescan("\0<\0?\0x\0m\0l"s), "UTF-16BE");
}

TEST(LateMeta, IsFoundAfterTheWindowButNotInRawText) {
  const std::string scripts(3000, ' ');
  EXPECT_EQ(late(scripts + "<meta charset=big5>"), "Big5");
  EXPECT_EQ(late("<script>'<meta charset=euc-kr>'</script><meta charset=big5>"), "Big5");
  EXPECT_EQ(late("<STYLE a=b><meta charset=euc-kr></sty</Style ><meta charset=big5>"), "Big5");
  EXPECT_EQ(late("<title><meta charset=big5>"), "none");
  EXPECT_EQ(late(std::string(kLateMetaBytesMax, ' ') + "<meta charset=big5>"), "none");
}

// HTML Standard, "extracting a character encoding from a meta element".
TEST(MetaContent, IsReadToTheLetter) {
  EXPECT_EQ(content("text/html; charset=big5"), "Big5");
  EXPECT_EQ(content("CHARSET = big5;x"), "Big5");
  EXPECT_EQ(content("charset charset=big5"), "Big5");
  EXPECT_EQ(content("charset=\"big5\" x"), "Big5");
  EXPECT_EQ(content("charset=' big5 '"), "Big5");
  EXPECT_EQ(content("charset='big5"), "none");
  EXPECT_EQ(content("charset=big5'"), "none");
  EXPECT_EQ(content("charset"), "none");
  EXPECT_EQ(content(""), "none");
}

}  // namespace
}  // namespace freshet
