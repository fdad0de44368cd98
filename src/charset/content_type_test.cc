#include "charset/content_type.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

std::string charset(std::string_view content_type) {
  return content_type_charset(content_type).value_or("none");
}

TEST(ContentType, NamesItsCharset) {
  EXPECT_EQ(charset("text/html; charset=utf-8"), "utf-8");
  EXPECT_EQ(charset("text/html;charset=UTF-8"), "UTF-8");
  EXPECT_EQ(charset("TEXT/HTML;CharSet=\"Shift_JIS\""), "Shift_JIS");
  EXPECT_EQ(charset(" text/html ; version=1 ;\tcharset=koi8-r ; x=y"), "koi8-r");
}

TEST(ContentType, MayHaveNoCharset) {
  EXPECT_EQ(charset(""), "none");
  EXPECT_EQ(charset("text/html"), "none");
  EXPECT_EQ(charset("text/html;"), "none");
  EXPECT_EQ(charset("text/html; charset"), "none");
  EXPECT_EQ(charset("text/html; charset="), "none");
  EXPECT_EQ(charset("text/html; charset=;"), "none");
}

// MIME Sniffing Standard, "parse a MIME type": without type and subtype there are no parameters.
TEST(ContentType, CountsOnlyInAMimeType) {
  EXPECT_EQ(charset("charset=utf-8"), "none");
  EXPECT_EQ(charset("text; charset=utf-8"), "none");
  EXPECT_EQ(charset("text/; charset=utf-8"), "none");
  EXPECT_EQ(charset("te xt/html; charset=utf-8"), "none");
  EXPECT_EQ(charset("*/*; charset=utf-8"), "none");
}

// MIME Sniffing Standard, "parse a MIME type", steps 11.4 to 11.10.
TEST(ContentType, ReadsParametersToTheLetter) {
  EXPECT_EQ(charset("text/html; charset =utf-8"), "none") << "the name has a space";
  EXPECT_EQ(charset("text/html; charset= utf-8"), "utf-8");
  EXPECT_EQ(charset("text/html; charset=utf-8; charset=big5"), "utf-8") << "the first one counts";
  EXPECT_EQ(charset("text/html; charset='utf-8'"), "'utf-8'") << "a ' is no quote";
  EXPECT_EQ(charset("text/html;;; charset=big5"), "big5");
  EXPECT_EQ(charset("text/html; x=\"; charset=big5\"; charset=utf-8"), "utf-8");
}

TEST(ContentType, ReadsQuotedValues) {
  EXPECT_EQ(charset("text/html; charset=\"utf-8"), "utf-8");
  EXPECT_EQ(charset("text/html; charset=\"ut\\f-8\"junk"), "utf-8");
  EXPECT_EQ(charset("text/html; charset=\"utf-8\\"), "utf-8\\");
  EXPECT_EQ(charset("text/html; charset=\"\""), "");
  EXPECT_EQ(charset(std::string("text/html; charset=\"a\0b\"; charset=c", 35)), "c");
}

// Fetch Standard, "extract a MIME type".
TEST(ContentType, TakesTheLastOfSeveralValues) {
  EXPECT_EQ(charset("text/plain; charset=big5, text/html; charset=utf-8"), "utf-8");
  EXPECT_EQ(charset("text/html; charset=utf-8, text/html"), "utf-8");
  EXPECT_EQ(charset("text/html; charset=utf-8, text/plain"), "none");
  EXPECT_EQ(charset("text/html; charset=utf-8, junk"), "utf-8");
  EXPECT_EQ(charset("text/html; x=\",\"; charset=utf-8"), "utf-8");
}

}  // namespace
}  // namespace freshet
