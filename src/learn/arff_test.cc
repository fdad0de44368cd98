#include "learn/arff.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

constexpr std::string_view kWeather =
    "% a comment\n"
    "@RELATION weather\n"
    "@attribute outlook {sunny, 'over cast', \"rain\\\"y\"}\r\n"
    "@attribute temperature REAL\n"
    "@attribute play {yes,no}\n"
    "\n"
    "@data\n"
    "sunny,85,no\n"
    "% in between\n"
    "'over cast' , ? , yes, {2.5}\n"
    "\"rain\\\"y\" +7.5e1 ?   % spaces will do\n";

std::string error_of(const Result<Dataset>& rows) { return rows ? "read" : rows.error().message; }

TEST(Arff, ReadsNumbersValuesWhatIsMissingAndWeights) {
  const auto rows = read_arff(kWeather);
  ASSERT_TRUE(rows) << rows.error().message;
  ASSERT_EQ(rows->size(), 3U);
  EXPECT_EQ(rows->schema().features[0], (Attribute{"outlook", {"sunny", "over cast", "rain\"y"}}));
  EXPECT_EQ(rows->schema().features[1], Attribute{"temperature"});
  EXPECT_EQ(rows->schema().label, (Attribute{"play", {"yes", "no"}}));
  EXPECT_EQ(rows->value(0, 1), 85);
  EXPECT_EQ(rows->label(0), 1);
  EXPECT_EQ(rows->value(1, 0), 1);
  EXPECT_TRUE(is_missing(rows->value(1, 1)));
  EXPECT_EQ(rows->weight(1), 2.5);
  EXPECT_EQ(rows->value(2, 0), 2);
  EXPECT_EQ(rows->value(2, 1), 75);
  EXPECT_EQ(rows->label(2), kClassMissing);
}

TEST(Arff, TakesTheClassThatIsNamed) {
  const auto rows = read_arff(kWeather, "outlook");
  ASSERT_TRUE(rows) << rows.error().message;
  EXPECT_EQ(rows->schema().label.name, "outlook");
  EXPECT_EQ(rows->schema().features[1].name, "play");
  EXPECT_EQ(error_of(read_arff(kWeather, "wind")), "there is no attribute \"wind\" for the class");
  EXPECT_EQ(error_of(read_arff(kWeather, "temperature")),
            "the class \"temperature\" is numeric; it must be nominal");
}

TEST(Arff, NamesLineAndColumnOfWhatIsWrong) {
  const std::string head = "@attribute a numeric\n@attribute c {x,y}\n@data\n";
  EXPECT_EQ(error_of(read_arff(head + "1,x\n 2z,x\n")),
            "line 5, column 2: \"2z\" is no number for the attribute \"a\"");
  EXPECT_EQ(error_of(read_arff(head + "1, z\n")),
            "line 4, column 4: \"z\" is not among the values of the attribute \"c\"");
  EXPECT_EQ(error_of(read_arff(head + "1\n")),
            "line 4, column 2: the line ends where a word is expected");
  EXPECT_EQ(error_of(read_arff(head + "1,x,3\n")),
            "line 4, column 5: the row has more values than there are attributes");
  EXPECT_EQ(error_of(read_arff(head + "{0 1}\n")),
            "line 4, column 1: sparse rows are not read; write out all values");
  EXPECT_EQ(error_of(read_arff(head + "1,'x\n")), "line 4, column 5: the line ends inside quotes");
  EXPECT_EQ(error_of(read_arff(head + "1,x,{-1}\n")),
            "line 4, column 5: a weight is a number that is not negative");
  EXPECT_EQ(error_of(read_arff(head + "inf,x\n")),
            "line 4, column 1: \"inf\" is no number for the attribute \"a\"");
  EXPECT_EQ(error_of(read_arff("@attribute a string\n")),
            "line 1, column 20: attributes of the type \"string\" are not read; give it as numeric "
            "or as {value, ...}");
  EXPECT_EQ(error_of(read_arff("@attribute a {x,x}\n")),
            "line 1, column 18: the value \"x\" is there twice");
  EXPECT_EQ(error_of(read_arff("")), "line 1, column 1: the text ends before @data");
}

TEST(Arff, AnyBeginningOfAFileIsAnAnswer) {
  for (std::size_t length = 0; length <= kWeather.size(); ++length)
    EXPECT_NE(error_of(read_arff(kWeather.substr(0, length))), "");
}

TEST(Csv, FindsOutWhichColumnsAreNumbers) {
  const auto rows = read_csv(
      "size,\"kind, or so\",group\r\n"
      "1.5,news,4\r\n"
      ",\"a \"\"b\"\"\n c\",1\r\n"
      "\r\n"
      "-2,?,4\r\n",
      "group");
  ASSERT_TRUE(rows) << rows.error().message;
  ASSERT_EQ(rows->size(), 3U);
  EXPECT_TRUE(rows->schema().features[0].is_numeric());
  EXPECT_EQ(rows->schema().features[1], (Attribute{"kind, or so", {"news", "a \"b\"\n c"}}));
  EXPECT_EQ(rows->schema().label, (Attribute{"group", {"4", "1"}}));
  EXPECT_TRUE(is_missing(rows->value(1, 0)));
  EXPECT_EQ(rows->value(1, 1), 1);
  EXPECT_EQ(rows->value(2, 0), -2);
  EXPECT_TRUE(is_missing(rows->value(2, 1)));
  EXPECT_EQ(rows->label(2), 0);
}

TEST(Csv, NamesLineAndColumnOfWhatIsWrong) {
  EXPECT_EQ(error_of(read_csv("a,b\n1\n", "b")),
            "line 2, column 2: the row has 1 fields, the header 2");
  EXPECT_EQ(error_of(read_csv("a,b\n1,2,3\n", "b")),
            "line 2, column 3: the row has 3 fields, the header 2");
  EXPECT_EQ(error_of(read_csv("a,b\n1,\"2\n", "b")),
            "line 2, column 2: the quoted field does not end");
  EXPECT_EQ(error_of(read_csv("a,a\n", "a")), "line 1, column 2: the column \"a\" is there twice");
  EXPECT_EQ(error_of(read_csv("a,b\n", "c")), "there is no column \"c\" for the class");
  EXPECT_EQ(error_of(read_csv("a,b\n1,\n", "b")), "the column \"b\" has no value");
}

}  // namespace
}  // namespace freshet
