// The domain names of the web-platform-tests: url/resources/toascii.json and IdnaTestV2.json (made
// from Unicode 17's conformance data), run whole.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "testkit/test_data.h"
#include "url/host_parser.h"

namespace freshet {
namespace {

using nlohmann::json;

// Names with characters added to Unicode after ICU 72's 15.0. Each is expected to fail here; one
// that does not, fails the test.
const std::set<std::string> kKnownFailures = {
    "\U00032931"
    "20.\u97F3.\uA866"
    "1.",  // U+32931, CJK extension J, Unicode 17.0
    "\U00032B9A"
    "9\uA369\u17D3.ss",  // U+32B9A, CJK extension J, Unicode 17.0
    "\U00032B9A"
    "9\uA369\u17D3.SS",  // the same
};

// The files have JavaScript strings, some with half a surrogate pair, which is U+FFFD to a URL
// parser and an error to a JSON reader.
std::string without_lone_surrogates(std::string text) {
  const auto is_escape = [&](std::size_t at, std::string_view kinds) {
    return text.compare(at, 3, "\\ud") == 0 && kinds.find(text.at(at + 3)) != std::string::npos;
  };
  for (std::size_t at = 0; (at = text.find("\\ud", at)) != std::string::npos; at += 6) {
    if (is_escape(at, "89ab") && is_escape(at + 6, "cdef")) {
      at += 6;
    } else if (is_escape(at, "89abcdef")) {
      text.replace(at, 6, "\\ufffd");
    }
  }
  return text;
}

json to_ascii(const std::string& domain) {
  std::string host;
  return append_host(host, domain, HostKind::domain) ? json(host) : json();
}

void check_case(const json& item) {
  const auto input = item.at("input").get<std::string>();
  if (input.empty()) return;  // has no host; the suite leaves it out too
  if (kKnownFailures.contains(input)) {
    EXPECT_NE(to_ascii(input), item.at("output")) << "passes now: take it from the list";
  } else {
    EXPECT_EQ(to_ascii(input), item.at("output"));
  }
}

int check_file(const std::string& file) {
  const std::string text = testkit::read_file(testkit::test_data(file));
  int cases = 0;
  for (const json& item : json::parse(without_lone_surrogates(text))) {
    if (item.is_string()) continue;  // a comment
    SCOPED_TRACE(item.dump());
    check_case(item);
    ++cases;
  }
  return cases;
}

TEST(WptIdna, BringsTheDomainsOfToasciiToAscii) {
  if (!testkit::has_test_data("wpt-url")) return;
  EXPECT_EQ(check_file("wpt-url/toascii.json"), 87);
}

TEST(WptIdna, BringsTheDomainsOfIdnaTestV2ToAscii) {
  if (!testkit::has_test_data("wpt-url")) return;
  EXPECT_EQ(check_file("wpt-url/IdnaTestV2.json"), 2671);
  EXPECT_EQ(check_file("wpt-url/IdnaTestV2-removed.json"), 20);
}

}  // namespace
}  // namespace freshet
