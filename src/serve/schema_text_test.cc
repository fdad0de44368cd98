#include "serve/schema_text.h"

#include <gtest/gtest.h>

namespace freshet {
namespace {

TEST(SchemaText, WritesTypesAsJsonSchema) {
  EXPECT_EQ(json_schema("text"), R"({"type":"string"})");
  EXPECT_EQ(json_schema("time?"),
            R"({"anyOf":[{"type":"string","format":"date-time"},{"type":"null"}]})");
  EXPECT_EQ(json_schema("[#Page]"),
            R"({"type":"array","items":{"$ref":"#/components/schemas/Page"}})");
  EXPECT_EQ(json_schema("<integer>"),
            R"({"type":"object","additionalProperties":{"type":"integer"}})");
  EXPECT_EQ(json_schema("'on'|'off'"), R"({"enum":["on","off"]})");
}

TEST(SchemaText, ClosesObjectsAndKnowsWhatMayBeMissing) {
  EXPECT_EQ(json_schema("{url: url, age?: number, parts: [{n: integer}]}"),
            R"({"type":"object","properties":{"url":{"type":"string","format":"uri"},)"
            R"("age":{"type":"number"},"parts":{"type":"array","items":{"type":"object",)"
            R"("properties":{"n":{"type":"integer"}},"required":["n"],)"
            R"("additionalProperties":false}}},"required":["url","parts"],)"
            R"("additionalProperties":false})");
}

}  // namespace
}  // namespace freshet
