// The public cases: all of robots-cases.json and robots-cases-extra.json of the test data.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "robots/robots_line.h"
#include "robots/robots_lines_test.h"
#include "robots/robots_twin.h"
#include "robots/robots_txt.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

using nlohmann::json;

json read_cases(std::string_view name) {
  return json::parse(testkit::read_file(testkit::test_data(name)));
}

bool allows(const json& test, RobotsCompat compat) {
  const std::string robots = test.at("robots"), agent = test.at("agents").at(0);
  const std::string path = path_to_match(test.at("url").get<std::string>());
  const RobotsRules rules = RobotsTxt::parse(robots, {.compat = compat}).rules_for(agent);
  const bool allowed = rules.allows(path);
  EXPECT_EQ(rules.explain(path).allowed, allowed);
  EXPECT_EQ(twin::allows(robots, agent, path, {.compat = compat}), allowed);
  return allowed;
}

// Checks Google's outcome in every case; the RFC's is the same unless the case is marked as a
// departure, and then the opposite if it is marked as contrary. "undefined": the RFC does not
// decide.
TEST(RobotsCases, All145) {
  if (!testkit::has_test_data("robots-cases.json")) return;
  const json cases = read_cases("robots-cases.json");
  int departures = 0, contrary = 0;
  for (const json& test : cases) {
    SCOPED_TRACE(test.at("id").get<std::string>());
    ASSERT_EQ(test.at("agents").size(), 1u);
    const bool expected = test.at("allowed");
    EXPECT_EQ(allows(test, RobotsCompat::google), expected);
    if (!test.at("departs")) {
      EXPECT_EQ(allows(test, RobotsCompat::rfc), expected);
      continue;
    }
    ++departures;
    if (test.at("departs_kind") == "undefined") continue;
    ASSERT_EQ(test.at("departs_kind").get<std::string>(), "contrary");
    EXPECT_EQ(allows(test, RobotsCompat::rfc), !expected);
    ++contrary;
  }
  EXPECT_EQ(cases.size(), 145u);
  EXPECT_EQ(departures, 16);
  EXPECT_EQ(contrary, 13);
}

TEST(RobotsCases, ExtraFileHasNoKindThatIsNotTested) {
  if (!testkit::has_test_data("robots-cases-extra.json")) return;
  const json file = read_cases("robots-cases-extra.json");
  std::vector<std::string> kinds;
  for (const auto& [kind, cases] : file.items()) kinds.push_back(kind);
  EXPECT_EQ(kinds, (std::vector<std::string>{"escape_pattern", "line_report", "parse_counts",
                                             "path_params_query", "sitemap", "valid_user_agent"}));
}

// Runs `check` on each case of one kind; there must be `count`.
template <class F>
void for_each_extra(std::string_view kind, std::size_t count, F check) {
  if (!testkit::has_test_data("robots-cases-extra.json")) return;
  const json cases = read_cases("robots-cases-extra.json").at(std::string(kind));
  EXPECT_EQ(cases.size(), count);
  for (const json& test : cases) {
    SCOPED_TRACE(test.at("id").get<std::string>());
    check(test);
  }
}

TEST(RobotsCases, ValidUserAgents) {
  for_each_extra("valid_user_agent", 11, [](const json& test) {
    const bool expected = test.at("expected");
    EXPECT_EQ(is_product_token(test.at("user_agent").get<std::string>()), expected);
  });
}

TEST(RobotsCases, PathParamsQuery) {
  for_each_extra("path_params_query", 19, [](const json& test) {
    const std::string expected = test.at("expected");
    EXPECT_EQ(path_to_match(test.at("url").get<std::string>()), expected);
  });
}

TEST(RobotsCases, EscapePattern) {
  for_each_extra("escape_pattern", 4, [](const json& test) {
    const std::string pattern = test.at("pattern"), expected = test.at("expected");
    for (const RobotsCompat compat : kBoth) EXPECT_EQ(normalize_pattern(pattern, compat), expected);
  });
}

TEST(RobotsCases, Sitemaps) {
  for_each_extra("sitemap", 2, [](const json& test) {
    for (const RobotsCompat compat : kBoth) {
      const RobotsTxt robots =
          RobotsTxt::parse(test.at("robots").get<std::string>(), {.compat = compat});
      EXPECT_EQ(robots.sitemaps(), std::vector<std::string>{test.at("expected")});
    }
  });
}

std::string decode_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text.substr(0, text.find('='))) {
    bits = bits << 6 | static_cast<std::uint32_t>(kDigits.find(c));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  return bytes;
}

// Records that Google acts upon are "valid".
bool is_valid(const RobotsLine& line) {
  return line.obeyed && line.kind != RobotsLineKind::crawl_delay;
}

// The counts of Google's plain parser, which reports only lines with a name and a value.
TEST(RobotsCases, ParseCounts) {
  for_each_extra("parse_counts", 10, [](const json& test) {
    const std::string bytes = decode_base64(test.at("robots_base64").get<std::string>());
    if (test.at("robots").is_string()) {
      EXPECT_EQ(bytes, test.at("robots").get<std::string>());
    }
    for (const RobotsCompat compat : kBoth) {
      json counts = {{"valid_directives", 0}, {"unknown_directives", 0}, {"last_line_seen", 0}};
      for (const RobotsLine& line : lines_of(bytes, compat)) {
        if (line.name.empty()) continue;
        const char* kind = is_valid(line) ? "valid_directives" : "unknown_directives";
        counts[kind] = counts[kind].get<int>() + 1;
        counts["last_line_seen"] = line.number;
      }
      for (const auto& [name, expected] : test.at("expected").items())
        EXPECT_EQ(counts.at(name), expected) << name;
    }
  });
}

std::string tag_name(RobotsLineKind kind) {
  switch (kind) {
    case RobotsLineKind::user_agent:
      return "UserAgent";
    case RobotsLineKind::allow:
      return "Allow";
    case RobotsLineKind::disallow:
      return "Disallow";
    case RobotsLineKind::sitemap:
      return "Sitemap";
    case RobotsLineKind::crawl_delay:
    case RobotsLineKind::unused:
      return "Unused";
    case RobotsLineKind::blank:
    case RobotsLineKind::unknown:
      return "Unknown";
  }
  return "";
}

json report(const RobotsLine& line) {
  const bool blank = line.kind == RobotsLineKind::blank;
  return {{"line_num", line.number},
          {"tag_name", tag_name(line.kind)},
          {"is_typo", line.misspelt},
          {"metadata",
           {{"is_empty", blank && !line.has_comment},
            {"has_directive", !line.name.empty()},
            {"has_comment", line.has_comment},
            {"is_comment", blank && line.has_comment},
            {"is_acceptable_typo", line.misspelt},
            {"is_line_too_long", line.cut},
            {"is_missing_colon_separator", line.missing_colon}}}};
}

// The report of Google's parser for site owners, which reports every line.
TEST(RobotsCases, LineReports) {
  for_each_extra("line_report", 4, [](const json& test) {
    const auto lines = lines_of(test.at("robots").get<std::string>(), RobotsCompat::google);
    const auto valid = std::count_if(lines.begin(), lines.end(), is_valid);
    const json counts = {{"valid_directives", valid},
                         {"last_line_seen", lines.back().number},
                         {"parse_results_size", lines.size()}};
    for (const auto& [name, expected] : test.at("expected").items())
      EXPECT_EQ(counts.at(name), expected) << name;
    for (json expected : test.at("lines")) {
      const std::size_t number = expected.at("line_num");
      ASSERT_LE(number, lines.size());
      expected.erase("departs");
      EXPECT_EQ(report(lines[number - 1]), expected);
    }
  });
}

// In RFC mode the same lines are reported, but those that depart from it are not obeyed.
TEST(RobotsCases, LinesThatDepartAreNotObeyedByTheRfc) {
  int departures = 0;
  for_each_extra("line_report", 4, [&](const json& test) {
    const auto lines = lines_of(test.at("robots").get<std::string>(), RobotsCompat::rfc);
    for (const json& expected : test.at("lines")) {
      const RobotsLine& line = lines.at(expected.at("line_num").get<std::size_t>() - 1);
      EXPECT_EQ(tag_name(line.kind), expected.at("tag_name").get<std::string>());
      if (!expected.at("departs") || expected.at("metadata").at("is_line_too_long")) continue;
      EXPECT_FALSE(line.obeyed) << line.name;
      ++departures;
    }
  });
  if (!testing::Test::IsSkipped()) {
    EXPECT_EQ(departures, 3);
  }
}

}  // namespace
}  // namespace freshet
