// Reads: src/robots/robots_line.cc src/robots/path_pattern.cc src/robots/robots_txt.cc
// Reads: src/robots/directives.cc
//
// An input is a crawler's name and a URL on the first line, then a robots.txt. The whole of it is
// also read as a list of page directives.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/check.h"
#include "robots/directives.h"
#include "robots/robots_twin.h"
#include "robots/robots_txt.h"

using namespace freshet;

namespace {

// The twin takes time n * m; larger products would only slow the search down.
constexpr std::size_t kTwinWorkMax = 1 << 18;

void check_lines(std::string_view robots, RobotsOptions options) {
  std::uint32_t last = 0;
  std::size_t bytes = 0;
  for_each_robots_line(robots, options, [&](RobotsLine&& line) {
    require(line.number == ++last, "lines are counted one by one");
    require(!line.obeyed || !line.name.empty(), "what is obeyed has a name");
    require(line.name.find_first_of("\r\n#:") == std::string::npos, "a name ends at the colon");
    require(line.value.find_first_of("\r\n#") == std::string::npos, "a value ends with its line");
    bytes += line.name.size() + line.value.size();
  });
  require(bytes <= robots.size(), "lines are parts of the file");
}

// A file at the limit is large, so only inputs that ask for it are made into one.
void check_limit(std::string_view robots, RobotsOptions options) {
  // The limit falls into the middle of the input.
  const std::string file = "#\n" + std::string(kRobotsBytesMax - 2 - robots.size() / 2, 'a') +
                           std::string(robots) + "\n#";
  const std::string_view within = robots_bytes_within_limit(file);
  require(within.size() <= kRobotsBytesMax && file.starts_with(within), "the start is read");
  const char last = within.back(), next = file[within.size()];
  require(last == '\n' || last == '\r' || next == '\n' || next == '\r', "whole lines are read");
  check_lines(file, options);
}

void check_rules(const RobotsRules& rules, const RobotsPath& path) {
  for (std::size_t i = 0; i < rules.rules().size(); ++i) {
    const RobotsRule& rule = rules.rules()[i];
    require(i == 0 || rules.rules()[i - 1].pattern.octets() >= rule.pattern.octets(),
            "longer rules are tried first");
    require(rule.pattern.matches(path) == twin::matches(rule.pattern, path),
            "a pattern matches as its twin does");
  }
}

void check_decision(const RobotsRules& rules, const std::string& path, bool expected) {
  const RobotsDecision decision = rules.explain(path);
  require(rules.allows(path) == expected, "the decision is that of the twin");
  require(decision.allowed == expected, "the explanation is of the decision");
  require((decision.reason == RobotsReason::rule) == (decision.line > 0), "a rule has a line");
  require(decision.allowed || decision.line > 0, "only a rule forbids");
  const auto delay = rules.crawl_delay();
  require(!delay || (delay->count() >= 0 && *delay <= kCrawlDelayMax), "a delay is in its bounds");
}

void check_robots(std::string_view agent, const std::string& path, std::string_view robots,
                  RobotsOptions options) {
  check_lines(robots, options);
  if (agent == "limit") check_limit(robots, options);
  const RobotsTxt file = RobotsTxt::parse(robots, options);
  const RobotsRules rules = file.rules_for(agent);
  if (path.size() * robots.size() > kTwinWorkMax) return;
  check_rules(rules, RobotsPath(path, options.compat));
  check_decision(rules, path, twin::allows(robots, agent, path, options));
  require(file.allows(agent, path) == rules.allows(path), "one question is as good as many");
  require(file.crawl_delay(agent) == rules.crawl_delay(), "one question is as good as many");
  const std::string once = normalize_pattern(path, options.compat);
  require(normalize_pattern(once, options.compat) == once, "the normal form is normal");
}

void check_whole_host(const std::string& path) {
  require(RobotsRules::allow_all().allows(path), "all is allowed where there is no robots.txt");
  require(
      RobotsRules::disallow_all().allows(path) == RobotsRules::disallow_all().explain(path).allowed,
      "nothing but robots.txt is allowed where it cannot be had");
}

bool is_stricter(const PageDirectives& a, const PageDirectives& b) {
  return a.noindex >= b.noindex && a.nofollow >= b.nofollow && a.noarchive >= b.noarchive &&
         a.nosnippet >= b.nosnippet && a.noimageindex >= b.noimageindex &&
         a.unavailable_after.size() >= b.unavailable_after.size();
}

void check_directives(std::string_view agent, std::string_view text) {
  RobotsDirectives directives;
  directives.add_header(text);
  const PageDirectives before = directives.for_agent(agent);
  directives.add_meta("robots", text);
  directives.add_meta(agent, text);
  const PageDirectives after = directives.for_agent(agent);
  require(is_stricter(after, before), "a source takes nothing back");
  require(is_stricter(after, directives.for_agent("")), "what is said to all is said to each");
  directives.add_header("otherbot: noindex");
  directives.add_meta("robots", "all, index, follow");
  require(agent == "otherbot" || !is_product_token(agent) || directives.for_agent(agent) == after,
          "what is said to others changes nothing");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const std::string_view question = input.substr(0, input.find('\n'));
  const std::string_view agent = question.substr(0, question.find(' '));
  const std::string path =
      path_to_match(question.substr(std::min(agent.size() + 1, question.size())));
  require(path.starts_with('/') && path.find('#') == std::string::npos, "a path is a path");

  const std::string_view robots = input.substr(std::min(question.size() + 1, size));
  for (const RobotsCompat compat : {RobotsCompat::rfc, RobotsCompat::google})
    check_robots(agent, path, robots, {.compat = compat});
  check_whole_host(path);
  check_directives(agent, input);
  return 0;
}
