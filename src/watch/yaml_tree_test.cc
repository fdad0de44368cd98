#include "watch/yaml_tree.h"

#include <gtest/gtest.h>

#include <string>

#include "watch/json_tree.h"

namespace freshet {
namespace {

// The documents as JSON, or the problem with its line.
std::string yaml(std::string_view text) {
  const auto documents = read_yaml_documents(text);
  if (!documents) return std::to_string(documents.error().line) + ": " + documents.error().message;
  std::string out;
  for (const ValueTree& document : *documents)
    out += (out.empty() ? "" : " ") + write_json(document);
  return out;
}

TEST(YamlTree, ReadsDocuments) {
  EXPECT_EQ(yaml("url: a\n---\n- 1\n- x\n"), R"({"url":"a"} [1,"x"])");
  EXPECT_EQ(yaml(""), "");
  EXPECT_EQ(yaml("# nothing\n"), "");
}

// YAML 1.1, as PyYAML reads it.
TEST(YamlTree, PlainScalarsHaveTypes) {
  EXPECT_EQ(
      yaml("[yes, No, ON, true, tRUE, ~, null, '', 12, -3, 1.5, 017, 0x1, '12', 1_0, 1:30]"),
      R"([true,false,true,true,"tRUE",null,null,"",12,-3,1.5,"017","0x1","12","1_0","1:30"])");
  EXPECT_EQ(yaml("!!str 12"), "\"12\"");
  EXPECT_EQ(yaml("[1e999, -1e999]"), R"(["1e999","-1e999"])");
  EXPECT_FALSE(is_blank((*read_yaml_documents("123456789012345678901234567890"))[0]));
}

TEST(YamlTree, AliasesAndMergedTablesAreCopied) {
  EXPECT_EQ(yaml("a: &x {b: 1, c: 2}\nd: {<<: *x, c: 3}\ne: *x\n"),
            R"({"a":{"b":1,"c":2},"d":{"c":3,"b":1},"e":{"b":1,"c":2}})");
}

TEST(YamlTree, ManyAliasesAreRefused) {
  std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\n";
  for (char c = 'b'; c < 'j'; ++c) {
    const std::string before = "*" + std::string(1, static_cast<char>(c - 1));
    bomb += std::string(1, c) + ": &" + std::string(1, c) + " [" + before;
    for (int i = 0; i < 9; ++i) bomb += "," + before;
    bomb += "]\n";
  }
  EXPECT_EQ(yaml(bomb), "5: more than 100000 values, with those that aliases repeat");
}

TEST(YamlTree, ProblemsNameTheLine) {
  EXPECT_EQ(yaml("a: 1\na: 2\n"), "2: the member \"a\" stands twice in one table");
  EXPECT_EQ(yaml("a: *x\n"), "1: the alias \"x\" has no anchor");
  EXPECT_EQ(yaml("\n!!python/object:os.system x\n"),
            "2: the tag \"tag:yaml.org,2002:python/object:os.system\" is not supported");
  EXPECT_EQ(yaml("[a]: b\n"), "1: the name of a member must be a text");
  EXPECT_EQ(yaml("a: b: c\n").substr(0, 12), "1: not YAML:");
  EXPECT_EQ(yaml(std::string(1000, '[')), "1: nested deeper than 32");
}

}  // namespace
}  // namespace freshet
