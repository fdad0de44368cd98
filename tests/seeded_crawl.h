// One seed of the simulation: a world, a crawl of it, and what goes wrong, all drawn from the seed.
// The same seed gives the same history, byte for byte.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace freshet {

struct SeededCrawl {
  std::uint64_t seed = 0;
  std::uint64_t history = 0;  // a hash of every request, and of what the archive holds in the end
  std::uint64_t hosts = 0;
  std::uint64_t pages = 0;  // expected
  std::uint64_t requests = 0;
  int runs = 0;                            // of the crawl: each but the last was ended by a fault
  std::map<std::string, int> faults = {};  // those that fired, by kind
  std::vector<std::string> complaints = {};

  int fault_count() const;
  std::string text() const;  // a line, and the complaints
};

// `directory` does not exist yet.
SeededCrawl run_seeded_crawl(std::uint64_t seed, const std::string& directory);

}  // namespace freshet
