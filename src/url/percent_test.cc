#include "url/percent.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

std::string encoded(std::string_view text, EncodeSet set) {
  std::string out;
  append_percent_encoded(out, text, set);
  return out;
}

// The examples of https://url.spec.whatwg.org/#percent-encoded-bytes.
TEST(EncodeSet, EncodesAsTheStandardsExamples) {
  EXPECT_EQ(encoded("\u2261", EncodeSet::userinfo), "%E2%89%A1");
  EXPECT_EQ(encoded("Say what\u203D", EncodeSet::userinfo), "Say%20what%E2%80%BD");
}

// Every printable ASCII character that each set encodes, in the order of the standard.
TEST(EncodeSet, KnowsTheSets) {
  const auto printable_in = [](EncodeSet set) {
    std::string chars;
    for (char c = ' '; c < 0x7F; ++c)
      if (is_in(set, c)) chars.push_back(c);
    return chars;
  };
  EXPECT_EQ(printable_in(EncodeSet::c0_control), "");
  EXPECT_EQ(printable_in(EncodeSet::fragment), " \"<>`");
  EXPECT_EQ(printable_in(EncodeSet::query), " \"#<>");
  EXPECT_EQ(printable_in(EncodeSet::special_query), " \"#'<>");
  EXPECT_EQ(printable_in(EncodeSet::path), " \"#<>?^`{}");
  EXPECT_EQ(printable_in(EncodeSet::userinfo), " \"#/:;<=>?@[\\]^`{|}");
  for (const auto set : {EncodeSet::c0_control, EncodeSet::fragment, EncodeSet::query,
                         EncodeSet::special_query, EncodeSet::path, EncodeSet::userinfo}) {
    EXPECT_TRUE(is_in(set, '\0'));
    EXPECT_TRUE(is_in(set, '\x1F'));
    EXPECT_TRUE(is_in(set, '\x7F'));
    EXPECT_TRUE(is_in(set, '\x80'));
    EXPECT_TRUE(is_in(set, '\xFF'));
  }
}

}  // namespace
}  // namespace freshet
