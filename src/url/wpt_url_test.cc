// The web-platform-tests of the URL standard (url/resources/urltestdata.json) and the additional
// cases of the Ada project, run whole. There are no known failures.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "testkit/test_data.h"
#include "url/url.h"

namespace freshet {
namespace {

using nlohmann::json;

json read_cases(const std::string& file) {
  return json::parse(testkit::read_file(testkit::test_data(file)));
}

// Cases are objects; the strings between them are comments.
template <class F>
int for_each_case(const std::string& file, F check) {
  int cases = 0;
  for (const json& item : read_cases(file)) {
    if (item.is_string()) continue;
    SCOPED_TRACE(item.dump());
    check(item);
    ++cases;
  }
  return cases;
}

Result<Url> parse_case(const json& item) {
  const auto input = item.at("input").get<std::string>();
  const auto base = item.find("base");
  if (base == item.end() || base->is_null()) return Url::parse(input);
  const auto base_url = Url::parse(base->get<std::string>());
  if (!base_url) return base_url;
  return Url::parse(input, *base_url);
}

// Returns a part with its delimiter, as in the JavaScript API: "" if it is absent or empty.
std::string shown(char delimiter, std::optional<std::string_view> part) {
  return part && !part->empty() ? delimiter + std::string(*part) : "";
}

void expect_parts(const Url& url, const json& expected) {
  const auto want = [&](const char* part) { return expected.at(part).get<std::string>(); };
  const std::string port = url.port() ? std::to_string(*url.port()) : "";
  const std::string host(url.hostname());
  EXPECT_EQ(url.href(), want("href"));
  EXPECT_EQ(std::string(url.scheme()) + ":", want("protocol"));
  EXPECT_EQ(url.username(), want("username"));
  EXPECT_EQ(url.password(), want("password"));
  EXPECT_EQ(host, want("hostname"));
  EXPECT_EQ(port, want("port"));
  EXPECT_EQ(port.empty() ? host : host + ":" + port, want("host"));
  EXPECT_EQ(url.path(), want("pathname"));
  EXPECT_EQ(shown('?', url.query()), want("search"));
  EXPECT_EQ(shown('#', url.fragment()), want("hash"));
  if (const auto origin = expected.find("origin"); origin != expected.end()) {
    EXPECT_EQ(url.origin(), origin->is_null() ? "null" : want("origin"));
  }
}

void check_url_case(const json& item) {
  const auto url = parse_case(item);
  if (item.value("failure", false)) {
    EXPECT_FALSE(url) << url->href();
    return;
  }
  ASSERT_TRUE(url) << url.error().message;
  expect_parts(*url, item);
  // "If that string is then parsed, the result will equal the URL that was serialized."
  const auto again = Url::parse(url->href());
  ASSERT_TRUE(again);
  EXPECT_EQ(*again, *url);
  expect_parts(*again, item);
}

TEST(WptUrl, ParsesEveryCaseOfUrltestdata) {
  if (!testkit::has_test_data("wpt-url")) return;
  EXPECT_EQ(for_each_case("wpt-url/urltestdata.json", check_url_case), 891);
}

TEST(WptUrl, ParsesTheAdditionalCasesOfAda) {
  if (!testkit::has_test_data("wpt-url")) return;
  EXPECT_GT(for_each_case("wpt-url/ada_extra_urltestdata.json", check_url_case), 0);
  EXPECT_GT(for_each_case("wpt-url/ada_long_urltestdata.json", check_url_case), 0);
}

}  // namespace
}  // namespace freshet
