// robots.txt (RFC 9309): the paths that a crawler may request. Design: docs/design/robots.md.
//
// A file is a list of groups: lines that name crawlers, then their rules. A crawler obeys all
// groups that name it, merged; or, if none does, those that name `*`. The longest rule that matches
// a path decides, and Allow wins a tie. A path without a matching rule is allowed.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "robots/path_pattern.h"
#include "robots/robots_line.h"

namespace freshet {

// Returns true if `text` can name a crawler: one or more of a-z, A-Z, '_' and '-' (section 2.2.1).
bool is_product_token(std::string_view text);

// Upper limit of a crawl delay; a longer one amounts to a refusal. How much of a delay is honoured
// is decided where visits are planned.
inline constexpr std::chrono::milliseconds kCrawlDelayMax = std::chrono::hours(24);

// Parses the value of a Crawl-delay line, in seconds with an optional fraction ("10", "0.5").
std::optional<std::chrono::milliseconds> parse_crawl_delay(std::string_view value);

struct RobotsRule {
  bool allow;
  std::uint32_t line;  // in the file, from 1
  PathPattern pattern;
};

enum class RobotsReason {
  rule,               // a rule matched
  no_rule_matches,    // there are rules for this crawler, but none for this path
  no_group,           // no group applies to this crawler
  robots_txt_itself,  // always allowed
  unavailable,        // there is no robots.txt
  unreachable,        // there may be one, but it could not be fetched
};

// A decision and its reason.
struct RobotsDecision {
  bool allowed;
  RobotsReason reason;
  std::uint32_t line = 0;  // of the deciding rule; 0 if none did
  std::string pattern;     // of that rule, in its normalized spelling
};

// The rules of one host for one crawler. Built once per host, then asked for every URL.
class RobotsRules {
 public:
  static RobotsRules allow_all();     // robots.txt is unavailable
  static RobotsRules disallow_all();  // robots.txt is unreachable

  // `rules` in any order; absent if no group of the file applies to the crawler.
  RobotsRules(std::optional<std::vector<RobotsRule>> rules,
              std::optional<std::chrono::milliseconds> crawl_delay, RobotsCompat compat);

  // `path_and_query` as returned by path_to_match().
  bool allows(std::string_view path_and_query) const;
  RobotsDecision explain(std::string_view path_and_query) const;

  std::optional<std::chrono::milliseconds> crawl_delay() const { return crawl_delay_; }

  // Returns the effective rules in the order in which they are tried: the first match decides.
  const std::vector<RobotsRule>& rules() const { return rules_; }

 private:
  explicit RobotsRules(RobotsReason otherwise) : otherwise_(otherwise) {}
  const RobotsRule* deciding_rule(const RobotsPath& path) const;

  std::vector<RobotsRule> rules_;
  RobotsReason otherwise_;  // the reason if no rule decides
  std::optional<std::chrono::milliseconds> crawl_delay_;
  RobotsCompat compat_ = RobotsCompat::rfc;
};

// A parsed robots.txt. Total: invalid lines are ignored.
class RobotsTxt {
 public:
  static RobotsTxt parse(std::string_view bytes, RobotsOptions options = {});

  // Returns the rules for the crawler with this product token, case-insensitive.
  RobotsRules rules_for(std::string_view agent_token) const;

  // For a single path. To check many paths keep rules_for().
  bool allows(std::string_view agent_token, std::string_view path_and_query) const;

  std::optional<std::chrono::milliseconds> crawl_delay(std::string_view agent_token) const;

  // Returns all sitemaps in the file, for any crawler, in order; as written, so perhaps not URLs.
  const std::vector<std::string>& sitemaps() const { return sitemaps_; }

 private:
  using Group = std::vector<RobotsRule>;
  using Delay = std::optional<std::chrono::milliseconds>;

  // A user-agent line.
  struct Agent {
    std::string token;  // lower case, or "*"
    std::size_t group;
    std::size_t delay;
  };

  // State of the group being parsed.
  struct Progress {
    bool has_agents = false;
    bool has_rules = false;  // the next user-agent line begins another group
    bool has_delay = false;  // the next user-agent line has its own delay
  };

  explicit RobotsTxt(RobotsOptions options) : options_(options) {}
  void add_agent(const RobotsLine& line, Progress& progress);
  void add_rule(const RobotsLine& line, Progress& progress);
  void add_crawl_delay(const RobotsLine& line, Progress& progress);
  std::vector<const Agent*> agents_for(std::string_view agent_token) const;

  RobotsOptions options_;
  std::vector<Agent> agents_;  // in file order: those of one group are adjacent
  std::vector<Group> groups_;
  std::vector<Delay> delays_;  // one for each run of user-agent lines
  std::vector<std::string> sitemaps_;
};

}  // namespace freshet
