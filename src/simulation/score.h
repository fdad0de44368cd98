// Scores a crawl of a practice world against the truth: missing pages, forbidden requests, and
// violations of politeness.
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
  int burst = 0;         // ... after a burst of this many when it is new
  int starts = 1;        // of the crawl: unacknowledged work is repeated after each
  Duration tolerance{};  // of the clocks
  std::int64_t hosts_per_address = 1;
  // Limits for the crossings (practice/crossings.h).
  std::uint64_t redirects = 10;      // of one image
  std::uint64_t similar_hosts = 20;  // sub-domains crawled in full; as many more home pages are
                                     // allowed
};

struct Score {
  std::uint64_t expected = 0;  // pages that the rules allow and the host serves
  std::uint64_t found = 0;
  std::uint64_t explained = 0;  // those that fail or are not to be stored, and are recorded as such
  std::uint64_t requests = 0;
  std::uint64_t trap_hosts = 0;  // those with an unbounded part,
  std::uint64_t trap_pages = 0;  // requests to these parts,
  std::uint64_t trap_pages_granted = 0;
  std::uint64_t system_pages = 0;  // of content systems
  std::uint64_t system_pages_found = 0;
  std::uint64_t wasted = 0;                 // requests to these systems that gave nothing new,
  std::uint64_t letter_trap_most = 0;       // and to the most expensive trap of random letters
  std::vector<std::string> systems = {};    // one line each
  std::vector<std::string> missing = {};    // one sentence each, at most a thousand
  std::vector<std::string> forbidden = {};  // requested against robots.txt, or beyond a trap's
                                            // grant
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
