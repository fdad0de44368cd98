#include "html/emails.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

std::string emails(std::string_view text) {
  std::string all;
  std::size_t at = 0;
  while (const auto email = next_email(text, at)) all += "[" + std::string(*email) + "]";
  return all;
}

TEST(EmailsTest, FindsAddressesInText) {
  EXPECT_EQ(emails("Write to jo.doe+x@mail.example.com, or <a@b.org>."),
            "[jo.doe+x@mail.example.com][a@b.org]");
  EXPECT_EQ(emails("a@b.org;c@d.net"), "[a@b.org][c@d.net]");
  EXPECT_EQ(emails("(office@example.co.uk)"), "[office@example.co.uk]");
}

TEST(EmailsTest, TakesNothingElseForOne) {
  for (const char* text : {"", "@", "@handle", "a@b", "a@b.", "a@.com", "a@1.2", "a@-b.com",
                           "a@b..com", "logo@2x.p", "5 @ 3.50", "@@@"})
    EXPECT_EQ(emails(text), "") << text;
}

TEST(EmailsTest, KeepsToTheLimits) {
  EXPECT_EQ(emails(std::string(1000, 'a') + "@b.org"),
            "[" + std::string(kEmailNameBytesMax, 'a') + "@b.org]");
  EXPECT_EQ(emails("a@" + std::string(1000, 'b') + ".org"), "");
  EXPECT_EQ(emails(std::string(100'000, '@') + "a@b.org"), "[a@b.org]");
}

}  // namespace
}  // namespace freshet
