// Shared by the tests of the robots.txt parser.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "robots/robots_line.h"

namespace freshet {

inline constexpr RobotsCompat kBoth[] = {RobotsCompat::rfc, RobotsCompat::google};

inline std::vector<RobotsLine> lines_of(std::string_view bytes,
                                        RobotsCompat compat = RobotsCompat::rfc) {
  std::vector<RobotsLine> lines;
  for_each_robots_line(bytes, {.compat = compat},
                       [&](RobotsLine&& line) { lines.push_back(std::move(line)); });
  return lines;
}

}  // namespace freshet
