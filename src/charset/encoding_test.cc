#include "charset/encoding.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "charset/text_encoding_oracle_test.h"

namespace freshet {
namespace {

std::string name_for(std::string_view label) {
  const std::optional<Encoding> encoding = encoding_from_label(label);
  return encoding ? std::string(encoding_name(*encoding)) : "none";
}

// Encoding Standard, "get an encoding".
TEST(EncodingLabels, MeanWhatBrowsersTakeThemFor) {
  EXPECT_EQ(name_for("utf-8"), "UTF-8");
  EXPECT_EQ(name_for("latin1"), "windows-1252");
  EXPECT_EQ(name_for("US-ASCII"), "windows-1252");
  EXPECT_EQ(name_for("gb2312"), "GBK");
  EXPECT_EQ(name_for("ks_c_5601-1987"), "EUC-KR");
  EXPECT_EQ(name_for("hz-gb-2312"), "replacement");
  EXPECT_EQ(name_for("utf-16"), "UTF-16LE");
}

TEST(EncodingLabels, MayBeInAnyCaseAndAmongWhitespace) {
  EXPECT_EQ(name_for(" \t\n\f\rShift_JIS\n"), "Shift_JIS");
  EXPECT_EQ(name_for("\vutf-8"), "none");
  EXPECT_EQ(name_for("utf -8"), "none");
}

TEST(EncodingLabels, AreNotGuessed) {
  EXPECT_EQ(name_for(""), "none");
  EXPECT_EQ(name_for("utf-7"), "none");
  EXPECT_EQ(name_for("utf-8x"), "none");
  EXPECT_EQ(name_for(std::string(100'000, 'u')), "none");
}

TEST(EncodingLabels, EveryNameIsALabelOfItself) {
  for (int i = 0; i < kEncodings; ++i) {
    const auto encoding = static_cast<Encoding>(i);
    EXPECT_EQ(encoding_from_label(encoding_name(encoding)), encoding);
  }
}

// The npm package has the labels of 2018; these ten are newer.
TEST(EncodingLabels, AreThoseOfTextEncodingAndTenThatAreNewer) {
  if (!has_text_encoding_oracle()) return;
  std::map<std::string, std::string> expected = text_encoding_labels();
  EXPECT_EQ(expected.size(), 218u);
  for (const auto& [label, name] : std::map<std::string, std::string>{
           {"unicode11utf8", "UTF-8"},
           {"unicode20utf8", "UTF-8"},
           {"x-unicode20utf8", "UTF-8"},
           {"replacement", "replacement"},
           {"unicodefffe", "UTF-16BE"},
           {"csunicode", "UTF-16LE"},
           {"iso-10646-ucs-2", "UTF-16LE"},
           {"ucs-2", "UTF-16LE"},
           {"unicode", "UTF-16LE"},
           {"unicodefeff", "UTF-16LE"},
       })
    EXPECT_TRUE(expected.emplace(label, name).second) << label << " is not newer";
  EXPECT_EQ(expected.size(), kEncodingLabels);
  for (const auto& [label, name] : expected) EXPECT_EQ(name_for(label), name) << label;
}

}  // namespace
}  // namespace freshet
