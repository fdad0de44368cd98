// robots.txt (RFC 9309): which paths a crawler may request. Design: docs/design/robots.md.
//
// A file is a list of groups: lines that name crawlers, then the rules for them. A crawler obeys
// the groups that name it, merged into one; or, if none does, those that name `*`. Of the rules
// that match a path the longest decides, and Allow wins a tie. What no rule matches is allowed.
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

// Whether `text` can name a crawler: one or more of a-z, A-Z, '_' and '-' (section 2.2.1).
bool is_product_token(std::string_view text);

// A crawl delay beyond this says "go away" and is kept as this. How much of a delay is honoured is
// for those who plan visits to decide.
inline constexpr std::chrono::milliseconds kCrawlDelayMax = std::chrono::hours(24);

// The value of a Crawl-delay line, in seconds with an optional fraction ("10", "0.5"). Nothing if
// it is anything else.
std::optional<std::chrono::milliseconds> parse_crawl_delay(std::string_view value);

struct RobotsRule {
  bool allow;
  std::uint32_t line;  // where it stands in the file, from 1
  PathPattern pattern;
};

enum class RobotsReason {
  rule,               // a rule matched
  no_rule_matches,    // there are rules for this crawler, but none for this path
  no_group,           // the file says nothing to this crawler
  robots_txt_itself,  // always allowed
  unavailable,        // there is no robots.txt
  unreachable,        // there may be one, but it could not be had
};

// An answer and its grounds.
struct RobotsDecision {
  bool allowed;
  RobotsReason reason;
  std::uint32_t line = 0;  // of the rule that decided; 0 if none did
  std::string pattern;     // of that rule, in the spelling that was compared
};

// What one crawler may do at one host. Made once for a host, then asked for every URL.
class RobotsRules {
 public:
  static RobotsRules allow_all();     // robots.txt is unavailable
  static RobotsRules disallow_all();  // robots.txt is unreachable

  // `rules` in any order; absent if no group of the file speaks to the crawler.
  RobotsRules(std::optional<std::vector<RobotsRule>> rules,
              std::optional<std::chrono::milliseconds> crawl_delay, RobotsCompat compat);

  // `path_and_query` as path_to_match() gives it.
  bool allows(std::string_view path_and_query) const;
  RobotsDecision explain(std::string_view path_and_query) const;

  std::optional<std::chrono::milliseconds> crawl_delay() const { return crawl_delay_; }

  // Those that can decide something, in the order in which they are tried: the first match decides.
  const std::vector<RobotsRule>& rules() const { return rules_; }

 private:
  explicit RobotsRules(RobotsReason otherwise) : otherwise_(otherwise) {}
  const RobotsRule* deciding_rule(const RobotsPath& path) const;

  std::vector<RobotsRule> rules_;
  RobotsReason otherwise_;  // the reason where no rule decides
  std::optional<std::chrono::milliseconds> crawl_delay_;
  RobotsCompat compat_ = RobotsCompat::rfc;
};

// A robots.txt as it was read. Any bytes give one; bad lines are as if they were not there.
class RobotsTxt {
 public:
  static RobotsTxt parse(std::string_view bytes, RobotsOptions options = {});

  // The rules for the crawler with this product token, in any case.
  RobotsRules rules_for(std::string_view agent_token) const;

  // For one question. To ask about many paths keep rules_for().
  bool allows(std::string_view agent_token, std::string_view path_and_query) const;

  std::optional<std::chrono::milliseconds> crawl_delay(std::string_view agent_token) const;

  // All that the file names, for whatever crawler, in order; as written, so perhaps not URLs.
  const std::vector<std::string>& sitemaps() const { return sitemaps_; }

 private:
  using Group = std::vector<RobotsRule>;
  using Delay = std::optional<std::chrono::milliseconds>;

  // A user-agent line.
  struct Agent {
    std::string token;  // in lower case, or "*"
    std::size_t group;
    std::size_t delay;
  };

  // What has been seen of the group that is being read.
  struct Progress {
    bool has_agents = false;
    bool has_rules = false;  // so the next user-agent line begins another group
    bool has_delay = false;  // so the next user-agent line has a delay of its own
  };

  explicit RobotsTxt(RobotsOptions options) : options_(options) {}
  void add_agent(const RobotsLine& line, Progress& progress);
  void add_rule(const RobotsLine& line, Progress& progress);
  void add_crawl_delay(const RobotsLine& line, Progress& progress);
  std::vector<const Agent*> agents_for(std::string_view agent_token) const;

  RobotsOptions options_;
  std::vector<Agent> agents_;  // in the order of the file: those of one group stand together
  std::vector<Group> groups_;
  std::vector<Delay> delays_;  // one for each run of user-agent lines
  std::vector<std::string> sitemaps_;
};

}  // namespace freshet
