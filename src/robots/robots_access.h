// The consequence of an attempt to fetch /robots.txt (RFC 9309, sections 2.3.1 and 2.4).
#pragma once

#include <chrono>
#include <optional>

namespace freshet {

// Redirects followed, to any host; the final rules apply to the first host.
inline constexpr int kRobotsRedirectsMax = 5;

// A copy older than this is fetched again, unless the host is unreachable.
inline constexpr std::chrono::hours kRobotsAgeMax{24};

// A robots.txt that was unreachable for this long counts as missing.
inline constexpr std::chrono::days kRobotsUnreachableMax{30};

struct RobotsFetch {
  std::optional<int> status = std::nullopt;  // HTTP status; none if there was no answer
  int redirects_followed = 0;                // before this answer
  std::chrono::seconds unreachable_for{0};   // since it was last fetched or known to be missing
};

enum class RobotsAccess {
  read_body,        // RobotsTxt::parse it
  keep_copy,        // the stored copy is still valid
  follow_redirect,  // and call again with its answer
  allow_all,        // RobotsRules::allow_all: there is no robots.txt
  disallow_all,     // RobotsRules::disallow_all, or the stored copy: rules may exist
};

RobotsAccess robots_access(const RobotsFetch& fetch);

}  // namespace freshet
