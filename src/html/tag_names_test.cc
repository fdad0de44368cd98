#include "html/tag_names.h"

#include <gtest/gtest.h>

#include <string>

#include "base/ascii.h"

namespace freshet {
namespace {

TEST(TagNames, FindsEachByItsNameInAnyCase) {
  for (std::size_t i = 1; i < kTagNameCount; ++i) {
    const auto name = static_cast<TagName>(i);
    std::string text(tag_name_text(name));
    EXPECT_EQ(find_tag_name(text), name) << text;
    for (char& c : text)
      if (is_ascii_lower(c)) c = static_cast<char>(c - 'a' + 'A');
    EXPECT_EQ(find_tag_name(text), name) << text;
  }
  EXPECT_EQ(tag_name_text(TagName::annotation_xml), "annotation-xml");
  EXPECT_EQ(tag_name_text(TagName::template_), "template");
}

TEST(TagNames, TakesNothingElseForAName) {
  EXPECT_EQ(find_tag_name(""), TagName::unknown);
  EXPECT_EQ(find_tag_name("custom-element"), TagName::unknown);
  EXPECT_EQ(find_tag_name("h\x11"), TagName::unknown);  // '1' with one bit less
  EXPECT_EQ(find_tag_name("scripts"), TagName::unknown);
  EXPECT_EQ(find_tag_name(std::string(1000, 'a')), TagName::unknown);
}

// By the definition: the one whose text is the same in lower case.
TagName search_tag_name(std::string_view name) {
  for (std::size_t i = 1; i < kTagNameCount; ++i)
    if (equals_ignoring_case(name, tag_name_text(static_cast<TagName>(i))))
      return static_cast<TagName>(i);
  return TagName::unknown;
}

TEST(TagNames, FindsWhatASearchFindsIfAByteDiffers) {
  for (std::size_t i = 1; i < kTagNameCount; ++i) {
    const std::string name(tag_name_text(static_cast<TagName>(i)));
    for (std::size_t at = 0; at <= name.size(); ++at) {
      for (int byte = 0; byte < 256; ++byte) {
        std::string other = name;
        if (at < name.size()) other[at] = static_cast<char>(byte);
        if (at == name.size()) other.push_back(static_cast<char>(byte));
        ASSERT_EQ(find_tag_name(other), search_tag_name(other)) << other;
      }
    }
  }
}

TEST(TagNames, TellsUnknownNamesApartWithoutRegardToCase) {
  EXPECT_EQ(find_tag_key("DIV"), find_tag_key("div"));
  EXPECT_EQ(find_tag_key("My-Element"), find_tag_key("my-element"));
  EXPECT_NE(find_tag_key("my-element"), find_tag_key("my-elements"));
  EXPECT_NE(find_tag_key("x"), find_tag_key("div"));
  EXPECT_EQ(find_tag_key("div").unknown_hash, 0u);
}

}  // namespace
}  // namespace freshet
