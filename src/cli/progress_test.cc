#include "cli/progress.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(Progress, ShortensALineInItsMiddle) {
  EXPECT_EQ(shortened_to("0123456789", 10), "0123456789");
  EXPECT_EQ(shortened_to("0123456789", 9), "012...789");
  EXPECT_EQ(shortened_to("0123456789", 3), "...");
  EXPECT_EQ(shortened_to("0123456789", 2), "..");
  EXPECT_EQ(shortened_to("0123456789", 0), "");
}

TEST(Progress, NeverCutsWithinACharacter) {
  const std::string text = "äöüäöüäöü";
  for (std::size_t columns = 0; columns < text.size(); ++columns) {
    const std::string shown = shortened_to(text, columns);
    EXPECT_LE(shown.size(), columns);
    EXPECT_EQ(std::count_if(shown.begin(), shown.end(), [](char c) { return c == '\xC3'; }) * 2 +
                  std::count(shown.begin(), shown.end(), '.'),
              static_cast<long>(shown.size()))
        << shown;
  }
}

}  // namespace
}  // namespace freshet
