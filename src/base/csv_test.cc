#include "base/csv.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

using Row = std::vector<std::string>;

TEST(Csv, FieldsMayBeInQuotesAndLinesMayEndInEither) {
  CsvReader reader("a,\"b, \"\"c\"\"\nd\",\r\n\n\r\n\"\",x", "file");
  Row row;
  ASSERT_TRUE(*reader.next(row));
  EXPECT_EQ(row, (Row{"a", "b, \"c\"\nd", ""}));
  EXPECT_EQ(reader.line(), 1U);
  ASSERT_TRUE(*reader.next(row));
  EXPECT_EQ(row, (Row{"", "x"}));
  EXPECT_EQ(reader.line(), 5U);
  EXPECT_FALSE(*reader.next(row));
}

TEST(Csv, AnErrorNamesTheFileTheLineAndTheColumn) {
  const auto error_of = [](std::string_view text, std::string name) {
    CsvReader reader(text, std::move(name), {.columns_max = 2, .field_bytes_max = 3});
    Row row;
    for (;;) {
      const auto read = reader.next(row);
      if (!read) return read.error().message;
      if (!*read) return std::string("read");
    }
  };
  EXPECT_EQ(error_of("a,b\nc,\"d\n", "pages"),
            "pages: line 2, column 2: the quoted field does not end");
  EXPECT_EQ(error_of("\"a\"b\n", ""), "line 1, column 1: text follows a quoted field");
  EXPECT_EQ(error_of("a,b,c\n", ""), "line 1, column 3: at most 2 columns can be read");
  EXPECT_EQ(error_of("abcd\n", ""), "line 1, column 1: the field is too long");
  EXPECT_EQ(error_of("\"abcd\"\n", ""), "line 1, column 1: the field is too long");
  EXPECT_EQ(error_of("abc,d\n", ""), "read");
}

}  // namespace
}  // namespace freshet
