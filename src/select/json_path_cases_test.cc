// The compliance suite of RFC 9535 (jsonpath-standard/jsonpath-compliance-test-suite), as the npm
// package jsonpath-rfc9535 ships it.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "select/json_path.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

const std::filesystem::path& suite() {
  static const std::filesystem::path path = testkit::project_path(
      "tests/oracle/node_modules/jsonpath-rfc9535/src/__tests__/jsonpath-compliance-test-suite/"
      "cts.json");
  return path;
}

std::vector<std::string> lines_of(const nlohmann::json& value) {
  if (value.is_string()) {
    std::vector<std::string> lines(1);
    for (const char c : value.get<std::string>()) {
      if (c == '\n')
        lines.emplace_back();
      else
        lines.back() += c;
    }
    return lines;
  }
  return JsonDocument::parse(value.dump())->lines();
}

// Several results are given where the order of members is free.
bool is_one_of(const std::vector<std::vector<std::string>>& found, const nlohmann::json& lists) {
  for (const auto& list : lists) {
    std::vector<std::vector<std::string>> expected;
    for (const auto& value : list) expected.push_back(lines_of(value));
    if (expected == found) return true;
  }
  return false;
}

TEST(JsonPathCases, AnswersTheComplianceSuite) {
  if (!std::filesystem::exists(suite()))
    return testkit::leave_untested("the npm packages of tests/oracle are not installed");
  const auto cases = nlohmann::json::parse(testkit::read_file(suite()))["tests"];
  EXPECT_GT(cases.size(), 600u);
  for (const auto& one : cases) {
    const auto selector = one["selector"].get<std::string>();
    const auto name = one["name"].get<std::string>();
    const auto path = JsonPath::parse(selector);
    if (one.value("invalid_selector", false)) {
      EXPECT_FALSE(path) << name << ": " << selector;
      continue;
    }
    ASSERT_TRUE(path) << name << ": " << selector << ": " << path.error().message;
    const auto matches = path->find(*JsonDocument::parse(one["document"].dump()));
    ASSERT_TRUE(matches) << name << ": " << matches.error().message;
    std::vector<std::vector<std::string>> found;
    nlohmann::json paths = nlohmann::json::array();
    for (const JsonMatch& match : *matches) {
      found.push_back(match.lines);
      paths.push_back(match.path);
    }
    const auto results =
        one.contains("results") ? one["results"] : nlohmann::json::array({one["result"]});
    EXPECT_TRUE(is_one_of(found, results)) << name << ": " << selector << " finds " << paths;
    const auto ways = one.contains("results_paths")  ? one["results_paths"]
                      : one.contains("result_paths") ? nlohmann::json::array({one["result_paths"]})
                                                     : nlohmann::json::array({paths});
    EXPECT_TRUE(std::ranges::find(ways, paths) != ways.end()) << name << ": " << paths;
  }
}

}  // namespace
}  // namespace freshet
