#include "select/json_path.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

// Returns the normalized paths and the values: "$['a']: 1; $['b']: {, "x": 2, }".
std::string in_json(std::string_view json, std::string_view query) {
  const auto document = JsonDocument::parse(json);
  if (!document) return document.error().message;
  const auto path = JsonPath::parse(query);
  if (!path) return path.error().message;
  const auto matches = path->find(*document);
  if (!matches) return matches.error().message;
  std::string out;
  for (const JsonMatch& match : *matches) {
    if (!out.empty()) out += "; ";
    out += match.path + ":";
    for (const std::string& line : match.lines)
      out += " " + line.substr(line.find_first_not_of(' '));
  }
  return out;
}

// Returns the values alone.
std::string json_values(std::string_view json, std::string_view query) {
  std::string out = in_json(json, query);
  std::string kept;
  for (std::size_t at = 0; at < out.size();) {
    const std::size_t colon = out.find(": ", at);
    if (colon == std::string::npos) return out;
    const std::size_t end = std::min(out.find("; ", colon), out.size());
    kept += (kept.empty() ? "" : "; ") + out.substr(colon + 2, end - colon - 2);
    at = end + 2;
  }
  return kept;
}

std::string json_problem(std::string_view query) {
  const auto path = JsonPath::parse(query);
  if (path) return "none";
  EXPECT_EQ(path.error().code, Errc::invalid);
  return path.error().message;
}

// RFC 9535, figure 1.
constexpr std::string_view kStore = R"({ "store": {
  "book": [
    { "category": "reference", "author": "Nigel Rees", "title": "Sayings of the Century", "price": 8.95 },
    { "category": "fiction", "author": "Evelyn Waugh", "title": "Sword of Honour", "price": 12.99 },
    { "category": "fiction", "author": "Herman Melville", "title": "Moby Dick", "isbn": "0-553-21311-3", "price": 8.99 },
    { "category": "fiction", "author": "J. R. R. Tolkien", "title": "The Lord of the Rings", "isbn": "0-395-19395-8", "price": 22.99 }
  ],
  "bicycle": { "color": "red", "price": 399 } } })";

// RFC 9535, table 2.
TEST(JsonPath, FindsTheExamplesOfTheBookstore) {
  EXPECT_EQ(json_values(kStore, "$.store.book[*].author"),
            "Nigel Rees; Evelyn Waugh; Herman Melville; J. R. R. Tolkien");
  EXPECT_EQ(json_values(kStore, "$..author"),
            "Nigel Rees; Evelyn Waugh; Herman Melville; J. R. R. Tolkien");
  EXPECT_EQ(json_values(kStore, "$.store..price"), "399; 8.95; 12.99; 8.99; 22.99");
  EXPECT_EQ(json_values(kStore, "$..book[2].title"), "Moby Dick");
  EXPECT_EQ(json_values(kStore, "$..book[2].publisher"), "");
  EXPECT_EQ(json_values(kStore, "$..book[-1].title"), "The Lord of the Rings");
  EXPECT_EQ(json_values(kStore, "$..book[0,1].title"), "Sayings of the Century; Sword of Honour");
  EXPECT_EQ(json_values(kStore, "$..book[:2].title"), "Sayings of the Century; Sword of Honour");
  EXPECT_EQ(json_values(kStore, "$..book[?@.isbn].title"), "Moby Dick; The Lord of the Rings");
  EXPECT_EQ(json_values(kStore, "$..book[?@.price<10].title"), "Sayings of the Century; Moby Dick");
}

TEST(JsonPath, NamesTheWayToEachValue) {
  EXPECT_EQ(in_json(kStore, "$..book[-1].price"), "$['store']['book'][3]['price']: 22.99");
  // RFC 9535, table 20.
  EXPECT_EQ(in_json(R"({"\u000b": 1})", R"($["\u000B"])"), R"($['\u000b']: 1)");
  EXPECT_EQ(in_json(R"({"'": {"@\"": 2}})", R"($["'"]["@\""])"), R"($['\'']['@"']: 2)");
}

// RFC 9535, section 2.3.4.3.
TEST(JsonPath, SlicesArrays) {
  constexpr std::string_view kLetters = R"(["a", "b", "c", "d", "e", "f", "g"])";
  EXPECT_EQ(json_values(kLetters, "$[1:3]"), "b; c");
  EXPECT_EQ(json_values(kLetters, "$[5:]"), "f; g");
  EXPECT_EQ(json_values(kLetters, "$[1:5:2]"), "b; d");
  EXPECT_EQ(json_values(kLetters, "$[5:1:-2]"), "f; d");
  EXPECT_EQ(json_values(kLetters, "$[::-1]"), "g; f; e; d; c; b; a");
  EXPECT_EQ(json_values(kLetters, "$[0:7:0]"), "");
}

// RFC 9535, table 11.
TEST(JsonPath, ComparesValues) {
  constexpr std::string_view kDocument = R"({"obj": {"x": "y"}, "arr": [2, 3], "all": [1]})";
  const auto holds = [&](const std::string& condition) {
    return json_values(kDocument, "$.all[?" + condition + "]") == "1";
  };
  EXPECT_TRUE(holds("$.absent1 == $.absent2"));
  EXPECT_TRUE(holds("$.absent1 <= $.absent2"));
  EXPECT_FALSE(holds("$.absent == 'g'"));
  EXPECT_FALSE(holds("$.absent1 != $.absent2"));
  EXPECT_TRUE(holds("$.absent != 'g'"));
  EXPECT_TRUE(holds("1 <= 2"));
  EXPECT_FALSE(holds("1 > 2"));
  EXPECT_FALSE(holds("13 == '13'"));
  EXPECT_TRUE(holds("'a' <= 'b'"));
  EXPECT_FALSE(holds("'a' > 'b'"));
  EXPECT_FALSE(holds("$.obj == $.arr"));
  EXPECT_TRUE(holds("$.obj != $.arr"));
  EXPECT_TRUE(holds("$.obj == $.obj"));
  EXPECT_FALSE(holds("$.obj != $.obj"));
  EXPECT_TRUE(holds("$.arr == $.arr"));
  EXPECT_FALSE(holds("$.obj == 17"));
  EXPECT_FALSE(holds("$.obj <= $.arr"));
  EXPECT_TRUE(holds("$.obj <= $.obj"));
  EXPECT_FALSE(holds("1 <= $.arr"));
  EXPECT_TRUE(holds("true <= true"));
  EXPECT_FALSE(holds("true > true"));
}

// RFC 9535, table 12.
TEST(JsonPath, FiltersByConditions) {
  constexpr std::string_view kDocument = R"({
    "a": [3, 5, 1, 2, 4, 6, {"b": "j"}, {"b": "k"}, {"b": {}}, {"b": "kilo"}],
    "o": {"p": 1, "q": 2, "r": 3, "s": 5, "t": {"u": 6}}, "e": "f"})";
  EXPECT_EQ(json_values(kDocument, "$.a[?@.b == 'kilo']"), "{ \"b\": \"kilo\" }");
  EXPECT_EQ(json_values(kDocument, "$.a[?(@.b == 'kilo')]"), "{ \"b\": \"kilo\" }");
  EXPECT_EQ(json_values(kDocument, "$.a[?@>3.5]"), "5; 4; 6");
  EXPECT_EQ(in_json(kDocument, "$.a[?@.b].b"),
            "$['a'][6]['b']: j; $['a'][7]['b']: k; $['a'][8]['b']: {}; $['a'][9]['b']: kilo");
  EXPECT_EQ(in_json(kDocument, "$[?@[?@.b]][0]"), "$['a'][0]: 3");
  EXPECT_EQ(json_values(kDocument, "$.o[?@<3, ?@<3]"), "1; 2; 1; 2");
  EXPECT_EQ(json_values(kDocument, "$.a[?@<2 || @.b == \"k\"].b"), "k");
  EXPECT_EQ(json_values(kDocument, "$.a[?match(@.b, \"[jk]\")].b"), "j; k");
  EXPECT_EQ(json_values(kDocument, "$.a[?search(@.b, \"[jk]\")].b"), "j; k; kilo");
  EXPECT_EQ(json_values(kDocument, "$.o[?@>1 && @<4]"), "2; 3");
  EXPECT_EQ(json_values(kDocument, "$.o[?@.u || @.x].u"), "6");
  EXPECT_EQ(json_values(kDocument, "$.a[?!@.b]"), "3; 5; 1; 2; 4; 6");
}

TEST(JsonPath, CallsFunctions) {
  EXPECT_EQ(json_values(R"([{"a": [1, 2, 3]}, {"a": "x"}])", "$[?length(@.a) >= 3].a[0]"), "1");
  EXPECT_EQ(json_values(R"(["äöü", "abcd"])", "$[?length(@) == 3]"), "äöü");
  EXPECT_EQ(json_values(R"([{"a": 1, "b": 2}, {"a": 1}])", "$[?count(@.*) == 1].a"), "1");
  EXPECT_EQ(json_values(R"([{"color": "red"}, {"x": {"color": "red"}}])",
                        "$[?value(@..color) == 'red'].x"),
            "{ \"color\": \"red\" }");
  EXPECT_EQ(json_values(R"([{"d": "1974-05-11"}])", "$[?match(@.d, '1974-05-..')].d"),
            "1974-05-11");
}

// RFC 9535, table 14.
TEST(JsonPath, RefusesFunctionsOfTheWrongType) {
  EXPECT_EQ(json_problem("$[?length(@) < 3]"), "none");
  EXPECT_EQ(json_problem("$[?length(@.*) < 3]"),
            "a query that may find several nodes cannot be compared, at byte 11 of the JSONPath");
  EXPECT_EQ(json_problem("$[?count(1) == 1]"), "count() takes a query, at byte 10 of the JSONPath");
  EXPECT_EQ(json_problem("$[?count(foo(@.*)) == 1]"),
            "JSONPath has no function foo(), at byte 10 of the JSONPath");
  EXPECT_EQ(json_problem("$[?match(@.timezone, 'Europe/.*')]"), "none");
  EXPECT_EQ(json_problem("$[?match(@.timezone, 'Europe/.*') == true]"),
            "match() is a condition and cannot be compared, at byte 4 of the JSONPath");
  EXPECT_EQ(json_problem("$[?value(@..color)]"),
            "value() alone is no condition; compare it, at byte 4 of the JSONPath");
}

TEST(JsonPath, SaysWhereAQueryIsWrong) {
  EXPECT_EQ(json_problem("store"),
            "a JSONPath begins with $, not with \"s\", at byte 1 of the JSONPath");
  EXPECT_EQ(
      json_problem("$.store["),
      "a name, index, slice, * or filter is expected, not the end, at byte 9 of the JSONPath");
  EXPECT_EQ(json_problem("$.a b"), "there is an unexpected \" \", at byte 4 of the JSONPath");
  EXPECT_EQ(json_problem("$['a]"), "the text is not closed, at byte 3 of the JSONPath");
  EXPECT_EQ(json_problem("$[01]"),
            "a number begins with 1 to 9, or is 0, at byte 3 of the JSONPath");
  EXPECT_EQ(json_problem("$[9007199254740992]"),
            "the number is too large, at byte 3 of the JSONPath");
  EXPECT_EQ(json_problem("$[?@.a = 1]"), "a ] is expected, not \"=\", at byte 8 of the JSONPath");
  EXPECT_EQ(json_problem("$[?1]"),
            "a value alone is no condition; compare it, at byte 4 of the JSONPath");
  EXPECT_EQ(json_problem(std::string(5000, '$')), "the JSONPath is longer than 4096 bytes");
  std::string deep = "$";
  for (int i = 0; i < 40; ++i) deep += "[?@";
  EXPECT_EQ(json_problem(deep), "the query is nested too deeply, at byte 100 of the JSONPath");
}

TEST(JsonPath, GivesUpOnASearchWithoutEnd) {
  std::string json = "[";
  for (int i = 0; i < 3000; ++i) json += "1,";
  json += "1]";
  EXPECT_EQ(in_json(json, "$[?count($[?count($.*) > 1]) > 1]").substr(0, 40),
            "the JSONPath takes more than 2000000 ste");
}

// Each of these asks for billions of values.
TEST(JsonPath, CountsTheValuesOfRepeatedSelectors) {
  std::string again = "[0";
  for (int i = 0; i < 300; ++i) again += ",0";
  again += "]";
  EXPECT_EQ(in_json("[[[[1]]]]", "$" + again + again + again + again).substr(0, 40),
            "the JSONPath takes more than 2000000 ste");
  std::string names = "['a'";
  for (int i = 0; i < 300; ++i) names += ",'a'";
  names += "]";
  EXPECT_EQ(in_json(R"({"a":{"a":{"a":{"a":1}}}})", "$" + names + names + names).substr(0, 40),
            "the JSONPath takes more than 2000000 ste");
}

TEST(JsonPath, CountsThePathsOfResults) {
  std::string json = "{\"" + std::string(100'000, 'x') + "\": [1";
  for (int i = 0; i < 5000; ++i) json += ",1";
  EXPECT_EQ(in_json(json + "]}", "$.*[*]"),
            "the JSONPath finds more than 20000 values or 8388608 bytes; make it narrower");
}

TEST(JsonDocument, HasALineForEachMemberInTheOrderOfNames) {
  const auto document = JsonDocument::parse(R"({"b": [1, {}, "x\ny"], "a": null})");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->lines(),
            (std::vector<std::string>{"{", "  \"a\": null", "  \"b\": [", "    1", "    {}",
                                      "    \"x\\ny\"", "  ]", "}"}));
}

TEST(JsonDocument, RefusesWhatIsNoJson) {
  EXPECT_EQ(in_json("{", "$"), "the document is not JSON");
  EXPECT_EQ(in_json(std::string(201, '['), "$"), "the JSON document is nested more than 200 deep");
  EXPECT_EQ(in_json("\"[[[[\\\"[\"", "$"), "$: [[[[\"[");
}

}  // namespace
}  // namespace freshet
