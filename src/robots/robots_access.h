// What follows from an attempt to fetch /robots.txt (RFC 9309, sections 2.3.1 and 2.4).
#pragma once

#include <chrono>
#include <optional>

namespace freshet {

// Redirects that are followed, to whatever host; the rules at their end hold for the first one.
inline constexpr int kRobotsRedirectsMax = 5;

// A copy older than this is fetched again, unless the host cannot be reached.
inline constexpr std::chrono::hours kRobotsAgeMax{24};

// A robots.txt that could not be had for so long is taken as one that is not there.
inline constexpr std::chrono::days kRobotsUnreachableMax{30};

struct RobotsFetch {
  std::optional<int> status = std::nullopt;  // of HTTP; none if there was no answer
  int redirects_followed = 0;                // before this answer
  std::chrono::seconds unreachable_for{0};   // since it could be had, or was known not to be there
};

enum class RobotsAccess {
  read_body,        // RobotsTxt::parse it
  keep_copy,        // the copy we have is still good
  follow_redirect,  // and ask again with its answer
  allow_all,        // RobotsRules::allow_all: there is no robots.txt
  disallow_all,     // RobotsRules::disallow_all, or the copy we have: it may be there
};

RobotsAccess robots_access(const RobotsFetch& fetch);

}  // namespace freshet
