#include "base/json.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <limits>

namespace freshet {
namespace {

TEST(Json, PutsCommasBetweenValuesAndNowhereElse) {
  JsonWriter json;
  json.begin_object().key("a").begin_array().value(1).value(2u).end_array();
  json.key("b").begin_object().end_object().key("c").null().end_object();
  EXPECT_EQ(json.take(), R"({"a":[1,2],"b":{},"c":null})");
}

TEST(Json, WritesEachTypeAsItself) {
  JsonWriter json;
  const std::string text = "x\"";
  json.begin_array()
      .value(text)
      .value("y")
      .value(true)
      .value(0.1)
      .value(std::size_t{7})
      .end_array();
  EXPECT_EQ(json.take(), R"(["x\"","y",true,0.1,7])");
}

TEST(Json, WritesTheExtremesOfNumbers) {
  JsonWriter json;
  json.begin_array().value(std::numeric_limits<std::int64_t>::min());
  json.value(std::numeric_limits<std::uint64_t>::max());
  json.value(std::numeric_limits<double>::infinity()).end_array();
  EXPECT_EQ(json.take(), "[-9223372036854775808,18446744073709551615,null]");
}

TEST(Json, CanBeTakenInPieces) {
  JsonWriter json;
  json.begin_array().value(1);
  const std::string whole = json.take();
  json.value(2).end_array();
  EXPECT_EQ(whole + json.take(), "[1,2]");
}

}  // namespace
}  // namespace freshet
