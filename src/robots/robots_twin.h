// A naive version of the robots.txt parser, for tests and fuzzing only. It shares the reading of
// lines and the spelling of paths, and decides the rest by brute force: it tries every end of a
// match, and looks at every rule of the file for every question.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "robots/path_pattern.h"
#include "robots/robots_line.h"
#include "robots/robots_txt.h"

namespace freshet::twin {

inline bool matches_text(std::string_view pattern, std::string_view path) {
  // All lengths of the path that the pattern read so far can match.
  std::vector<std::size_t> ends = {0};
  for (std::size_t p = 0; p < pattern.size() && !ends.empty(); ++p) {
    if (pattern[p] == '$' && p + 1 == pattern.size()) return ends.back() == path.size();
    std::vector<std::size_t> next;
    if (pattern[p] == '*') {
      for (std::size_t end = ends.front(); end <= path.size(); ++end) next.push_back(end);
    } else {
      for (const std::size_t end : ends)
        if (end < path.size() && path[end] == pattern[p]) next.push_back(end + 1);
    }
    ends = next;
  }
  return !ends.empty();
}

inline bool matches(const PathPattern& pattern, const RobotsPath& path) {
  return matches_text(pattern.text(), path.text()) ||
         matches_text(pattern.with_query_escaped(), path.with_query_escaped());
}

// Returns true if a user-agent line with this value names `agent` (a product token or "*").
inline bool names(std::string_view value, std::string_view agent, RobotsCompat compat) {
  if (compat == RobotsCompat::google) {
    std::size_t end = 0;
    if (value.starts_with('*')) end = value.size() == 1 || is_ascii_whitespace(value[1]) ? 1 : 0;
    while (!value.starts_with('*') && end < value.size() &&
           is_product_token(value.substr(end, 1))) {
      ++end;
    }
    value = value.substr(0, end);
  } else if (value.find('/') != std::string_view::npos && !value.starts_with('*')) {
    value = value.substr(0, value.find('/'));
  }
  return equals_ignoring_case(value, agent);
}

inline bool is_rule(const RobotsLine& line) {
  return line.kind == RobotsLineKind::allow || line.kind == RobotsLineKind::disallow;
}

// The longest matching Allow and Disallow in the groups that name `agent`.
struct Best {
  bool named = false;
  std::size_t allow = 0, disallow = 0;
};

inline Best best_match(const std::vector<RobotsLine>& lines, std::string_view agent,
                       const RobotsPath& path, RobotsCompat compat) {
  Best best;
  bool inside = false, after_rule = true;
  for (const RobotsLine& line : lines) {
    if (line.kind == RobotsLineKind::user_agent) {
      if (after_rule) inside = false;
      after_rule = false;
      if (names(line.value, agent, compat)) best.named = inside = true;
    } else if (is_rule(line)) {
      after_rule = true;
      if (!inside) continue;
      const bool allow = line.kind == RobotsLineKind::allow;
      std::size_t& longest = allow ? best.allow : best.disallow;
      const PathPattern pattern(line.value, compat);
      if (matches(pattern, path)) longest = std::max(longest, pattern.octets());
      const std::size_t slash = line.value.rfind('/');
      if (compat == RobotsCompat::rfc || !allow || slash == std::string::npos) continue;
      if (!line.value.substr(slash).starts_with("/index.htm")) continue;
      const PathPattern directory(line.value.substr(0, slash + 1) + "$", compat);
      if (matches(directory, path)) longest = std::max(longest, directory.octets());
    }
  }
  return best;
}

inline bool allows(std::string_view robots, std::string_view agent, std::string_view path_and_query,
                   RobotsOptions options) {
  std::vector<RobotsLine> lines;
  for_each_robots_line(robots, options, [&](RobotsLine&& line) {
    if (line.obeyed) lines.push_back(std::move(line));
  });
  const RobotsPath path(path_and_query, options.compat);
  if (path.text() == "/robots.txt") return true;
  Best best;
  if (is_product_token(agent)) best = best_match(lines, agent, path, options.compat);
  if (!best.named) best = best_match(lines, "*", path, options.compat);
  return best.disallow <= best.allow;
}

}  // namespace freshet::twin
