#include "base/percent.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

// The examples of https://url.spec.whatwg.org/#percent-encoded-bytes.
TEST(Percent, DecodesAsTheStandardsExamples) {
  EXPECT_EQ(percent_decode("%25%s%1G"), "%%s%1G");
  EXPECT_EQ(percent_decode("\u203D%25%2E"), "\xE2\x80\xBD\x25\x2E");
}

TEST(Percent, KeepsAPercentSignThatStartsNoByte) {
  EXPECT_EQ(percent_decode("%"), "%");
  EXPECT_EQ(percent_decode("a%4"), "a%4");
  EXPECT_FALSE(is_percent_byte("%4", 0));
  EXPECT_FALSE(is_percent_byte("x41", 0));
  EXPECT_FALSE(is_percent_byte("%41", 3));
}

TEST(Percent, EveryByteComesBack) {
  for (int byte = 0; byte < 256; ++byte) {
    std::string text;
    append_percent_byte(text, static_cast<unsigned char>(byte));
    ASSERT_TRUE(is_percent_byte(text, 0)) << text;
    EXPECT_EQ(percent_byte_at(text, 0), byte);
    EXPECT_EQ(percent_decode(text), std::string(1, static_cast<char>(byte)));
  }
}

TEST(Percent, WritesUpperCaseDigitsAndReadsBoth) {
  std::string text;
  append_percent_byte(text, 0xAF);
  EXPECT_EQ(text, "%AF");
  EXPECT_EQ(percent_decode("%aF%Af"), "\xAF\xAF");
}

// RFC 3986, section 2.3.
TEST(Percent, KnowsWhatIsUnreserved) {
  std::string unreserved;
  for (int byte = 0; byte < 256; ++byte)
    if (is_unreserved(static_cast<char>(byte))) unreserved += static_cast<char>(byte);
  EXPECT_EQ(unreserved, "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~");
}

}  // namespace
}  // namespace freshet
