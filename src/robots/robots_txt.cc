#include "robots/robots_txt.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"

namespace freshet {
namespace {

using std::chrono::milliseconds;

constexpr bool is_token_character(char c) { return is_ascii_alpha(c) || c == '-' || c == '_'; }

std::string_view token_at_start(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && is_token_character(text[length])) ++length;
  return text.substr(0, length);
}

// Returns the crawler that a user-agent line names: a token in lower case, "*", or "". A version
// after the token ("Foo/2.1", as in a User-Agent header) is ignored. Google reads the token up to
// any invalid character, and "* anything" as "*".
std::string named_agent(std::string_view value, RobotsCompat compat) {
  if (value == "*") return "*";
  if (compat == RobotsCompat::google) {
    if (value.starts_with('*') && is_ascii_whitespace(value[1])) return "*";
    return ascii_lower(token_at_start(value));
  }
  const std::string_view product = value.substr(0, value.find('/'));
  return is_product_token(product) ? ascii_lower(product) : std::string();
}

// Google: an Allow for ".../index.html" also allows ".../". Returns the pattern for that, or "".
std::string directory_of_index(std::string_view pattern) {
  const std::size_t slash = pattern.rfind('/');
  if (slash == std::string_view::npos) return {};
  if (!pattern.substr(slash).starts_with("/index.htm")) return {};
  return std::string(pattern.substr(0, slash + 1)) + '$';
}

// Allow wins a tie; of equal rules the first in the file is reported.
bool decides_before(const RobotsRule& a, const RobotsRule& b) {
  if (a.pattern.octets() != b.pattern.octets()) return a.pattern.octets() > b.pattern.octets();
  if (a.allow != b.allow) return a.allow;
  return a.line < b.line;
}

}  // namespace

bool is_product_token(std::string_view text) {
  return !text.empty() && token_at_start(text).size() == text.size();
}

std::optional<milliseconds> parse_crawl_delay(std::string_view value) {
  constexpr milliseconds::rep kTooLong = kCrawlDelayMax.count();
  milliseconds::rep total = 0;
  milliseconds::rep unit = 1000;  // of a digit after the point: 100, 10, 1, then no more
  bool in_fraction = false, has_digits = false;
  for (const char c : value) {
    if (c == '.' && !in_fraction) {
      in_fraction = true;
      continue;
    }
    if (!is_ascii_digit(c)) return std::nullopt;
    has_digits = true;
    const milliseconds::rep digit = c - '0';
    if (in_fraction) {
      total += (unit /= 10) * digit;
    } else {
      total = std::min(total * 10 + digit * 1000, kTooLong);
    }
  }
  if (!has_digits) return std::nullopt;
  return milliseconds(std::min(total, kTooLong));
}

RobotsRules RobotsRules::allow_all() { return RobotsRules(RobotsReason::unavailable); }
RobotsRules RobotsRules::disallow_all() { return RobotsRules(RobotsReason::unreachable); }

RobotsRules::RobotsRules(std::optional<std::vector<RobotsRule>> rules,
                         std::optional<milliseconds> crawl_delay, RobotsCompat compat)
    : otherwise_(rules ? RobotsReason::no_rule_matches : RobotsReason::no_group),
      crawl_delay_(crawl_delay),
      compat_(compat) {
  if (rules) rules_ = *std::move(rules);
  std::sort(rules_.begin(), rules_.end(), decides_before);
}

const RobotsRule* RobotsRules::deciding_rule(const RobotsPath& path) const {
  for (const RobotsRule& rule : rules_)
    if (rule.pattern.matches(path)) return &rule;
  return nullptr;
}

bool RobotsRules::allows(std::string_view path_and_query) const {
  if (rules_.empty() && otherwise_ != RobotsReason::unreachable) return true;
  const RobotsPath path(path_and_query, compat_);
  if (path.text() == "/robots.txt") return true;
  const RobotsRule* rule = deciding_rule(path);
  return rule ? rule->allow : otherwise_ != RobotsReason::unreachable;
}

RobotsDecision RobotsRules::explain(std::string_view path_and_query) const {
  const RobotsPath path(path_and_query, compat_);
  if (path.text() == "/robots.txt") return {true, RobotsReason::robots_txt_itself, 0, {}};
  const RobotsRule* rule = deciding_rule(path);
  if (!rule) return {otherwise_ != RobotsReason::unreachable, otherwise_, 0, {}};
  return {rule->allow, RobotsReason::rule, rule->line, rule->pattern.text()};
}

RobotsTxt RobotsTxt::parse(std::string_view bytes, RobotsOptions options) {
  RobotsTxt robots(options);
  Progress progress;
  for_each_robots_line(bytes, options, [&](RobotsLine&& line) {
    if (!line.obeyed) return;
    switch (line.kind) {
      case RobotsLineKind::user_agent:
        return robots.add_agent(line, progress);
      case RobotsLineKind::allow:
      case RobotsLineKind::disallow:
        return robots.add_rule(line, progress);
      case RobotsLineKind::crawl_delay:
        return robots.add_crawl_delay(line, progress);
      case RobotsLineKind::sitemap:
        if (!line.value.empty()) robots.sitemaps_.push_back(std::move(line.value));
        return;
      case RobotsLineKind::blank:
      case RobotsLineKind::unused:
      case RobotsLineKind::unknown:
        return;
    }
  });
  return robots;
}

// A line with an invalid name still begins a group, or the rules for "360Spider" would be added to
// the group above it.
void RobotsTxt::add_agent(const RobotsLine& line, Progress& progress) {
  const bool begins_group = !progress.has_agents || progress.has_rules;
  if (begins_group) groups_.emplace_back();
  if (begins_group || progress.has_delay) delays_.emplace_back();
  progress = {.has_agents = true};
  std::string token = named_agent(line.value, options_.compat);
  if (!token.empty()) agents_.push_back({std::move(token), groups_.size() - 1, delays_.size() - 1});
}

// An empty pattern matches nothing, but counts as a rule of the group.
void RobotsTxt::add_rule(const RobotsLine& line, Progress& progress) {
  if (!progress.has_agents) return;
  progress.has_rules = true;
  if (line.value.empty()) return;
  const bool allow = line.kind == RobotsLineKind::allow;
  PathPattern pattern(line.value, options_.compat);
  if (allow && options_.compat == RobotsCompat::google) {
    const std::string directory = directory_of_index(pattern.text());
    if (!directory.empty())
      groups_.back().push_back({allow, line.number, PathPattern(directory, options_.compat)});
  }
  groups_.back().push_back({allow, line.number, std::move(pattern)});
}

// The delay belongs to the user-agent lines directly above it, and does not end a group: by section
// 2.2.4 other records must not affect groups. If it is given twice the longer one counts.
void RobotsTxt::add_crawl_delay(const RobotsLine& line, Progress& progress) {
  const Delay delay = parse_crawl_delay(line.value);
  if (!progress.has_agents || !delay) return;
  progress.has_delay = true;
  delays_.back() = std::max(delays_.back(), delay);
}

std::vector<const RobotsTxt::Agent*> RobotsTxt::agents_for(std::string_view agent_token) const {
  std::vector<const Agent*> named, everyone;
  const std::string token = is_product_token(agent_token) ? ascii_lower(agent_token) : "*";
  for (const Agent& agent : agents_) {
    if (agent.token == token) named.push_back(&agent);
    if (agent.token == "*") everyone.push_back(&agent);
  }
  return named.empty() ? everyone : named;
}

RobotsRules RobotsTxt::rules_for(std::string_view agent_token) const {
  const std::vector<const Agent*> agents = agents_for(agent_token);
  if (agents.empty()) return RobotsRules(std::nullopt, std::nullopt, options_.compat);
  std::vector<RobotsRule> rules;
  Delay delay;
  std::optional<std::size_t> last_group;
  for (const Agent* agent : agents) {
    delay = std::max(delay, delays_[agent->delay]);
    if (agent->group == last_group) continue;  // named twice in one group
    last_group = agent->group;
    const Group& group = groups_[agent->group];
    rules.insert(rules.end(), group.begin(), group.end());
  }
  return RobotsRules(std::move(rules), delay, options_.compat);
}

bool RobotsTxt::allows(std::string_view agent_token, std::string_view path_and_query) const {
  return rules_for(agent_token).allows(path_and_query);
}

std::optional<milliseconds> RobotsTxt::crawl_delay(std::string_view agent_token) const {
  return rules_for(agent_token).crawl_delay();
}

}  // namespace freshet
