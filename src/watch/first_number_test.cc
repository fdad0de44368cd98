#include "watch/first_number.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(FirstNumber, UnderstandsGroupsAndDecimals) {
  EXPECT_EQ(first_number("Price: 12.50 EUR, was 20"), 12.5);
  EXPECT_EQ(first_number("$1,234.56"), 1234.56);
  EXPECT_EQ(first_number("1.234,56 EUR"), 1234.56);
  EXPECT_EQ(first_number("1.234.567"), 1234567);
  EXPECT_EQ(first_number("1,234,567"), 1234567);
  EXPECT_EQ(first_number("12 345 km"), 12345);
  EXPECT_EQ(first_number("12\u00a0345,5"), 12345.5);
  EXPECT_EQ(first_number("CHF 1'234.50"), 1234.5);
  EXPECT_EQ(first_number("9,99"), 9.99);
  EXPECT_EQ(first_number("0.234"), 0.234);
  EXPECT_EQ(first_number("1.234"), 1234);
  EXPECT_EQ(first_number("1234.567"), 1234.567);
}

TEST(FirstNumber, UnderstandsSigns) {
  EXPECT_EQ(first_number("-3 C"), -3);
  EXPECT_EQ(first_number("\u22123 C"), -3);
  EXPECT_EQ(first_number("A-4 paper"), 4);
}

TEST(FirstNumber, EndsWhereTheNumberEnds) {
  EXPECT_EQ(first_number("5."), 5);
  EXPECT_EQ(first_number("5, 6"), 5);
  EXPECT_EQ(first_number("2 in 3"), 2);
  EXPECT_EQ(first_number("10 2000"), 10);
  EXPECT_EQ(first_number("none"), std::nullopt);
  EXPECT_TRUE(first_number(std::string(400, '9')).has_value());
}

}  // namespace
}  // namespace freshet
