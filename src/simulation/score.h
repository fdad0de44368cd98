// A crawl of a practice world, judged by what is true of the world: what is missing, what should
// not have been asked for, and where it was impolite.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "practice/practice_web.h"
#include "practice/world.h"
#include "store/archive.h"

namespace freshet {

struct ScoreRules {
  Duration delay{};      // between requests to one host or address, from start to start ...
  int burst = 0;         // ... after so many when it is new
  int starts = 1;        // of the crawl: what was not acknowledged before is new again
  Duration tolerance{};  // of the clocks
  std::int64_t hosts_per_address = 1;
  // Grants of the crossings (practice/crossings.h).
  std::uint64_t redirects = 10;      // of one image
  std::uint64_t similar_hosts = 20;  // sub-domains in full, as many home pages more
};

struct Score {
  std::uint64_t expected = 0;  // pages that the rules allow and the host gives
  std::uint64_t found = 0;
  std::uint64_t explained = 0;  // those that fail or ask not to be kept, and are noted so
  std::uint64_t requests = 0;
  std::uint64_t trap_hosts = 0;  // those with an endless part,
  std::uint64_t trap_pages = 0;  // what was asked for of these parts,
  std::uint64_t trap_pages_granted = 0;
  std::uint64_t system_pages = 0;  // of content systems
  std::uint64_t system_pages_found = 0;
  std::uint64_t wasted = 0;                 // requests to these systems that showed nothing new,
  std::uint64_t letter_trap_most = 0;       // and to the trap of letters that cost most
  std::vector<std::string> systems = {};    // a line each
  std::vector<std::string> missing = {};    // a sentence each, a thousand at most
  std::vector<std::string> forbidden = {};  // asked for against robots.txt, or past a trap's grant
  std::vector<std::string> impolite = {};

  double wasted_per_page() const {
    return system_pages == 0 ? 0 : static_cast<double>(wasted) / static_cast<double>(system_pages);
  }
  bool is_perfect() const { return missing.empty() && forbidden.empty() && impolite.empty(); }
  std::string text() const;
};

Result<Score> score_crawl(const World& world, Archive& archive,
                          const std::vector<PracticeLogLine>& log, const ScoreRules& rules);

}  // namespace freshet
