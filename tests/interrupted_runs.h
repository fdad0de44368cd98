// One seed of interruptions: a world is crawled and then refreshed while processes are killed or
// stopped at random moments, servers are down for seconds, answers are cut and servers answer 500.
// In the end the archive must hold what it holds where nothing happened.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace freshet {

struct InterruptedRuns {
  std::uint64_t seed = 0;
  std::string layout = {};
  int kills = 0;
  int stops = 0;
  int runs = 0;               // of the program
  std::uint64_t pages = 0;    // in the end
  std::uint64_t changes = 0;  // that the refresh told
  std::map<std::string, int> faults = {};
  std::vector<std::string> complaints = {};

  std::string text() const;  // a line, and the complaints
};

// `directory` does not exist yet. The layout is `slots` for odd seeds.
InterruptedRuns run_interrupted(std::uint64_t seed, const std::string& directory);

}  // namespace freshet
