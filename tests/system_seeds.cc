// system_seeds FIRST [COUNT] [--verbose]: crawls practice worlds with content systems in virtual
// time, one a seed, and says how many pages were missed and how many requests were wasted. Exit
// code 1 if more than 1 % is missing, more than two requests a page are wasted, or a trap of
// letters cost more than its grant.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "simulation/system_run.h"
#include "testkit/scratch.h"

int main(int argc, char** argv) {
  using namespace freshet;
  if (argc < 2) {
    fmt::print(stderr, "usage: system_seeds FIRST [COUNT] [--verbose]\n");
    return 2;
  }
  const std::uint64_t first = std::strtoull(argv[1], nullptr, 10);
  const std::uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const bool is_verbose = argc > 3 && std::string(argv[3]) == "--verbose";
  const Scratch scratch;
  Score all;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const auto score = crawl_systems(seed, scratch / std::to_string(seed));
    if (!score) {
      fmt::print("seed {}: {}\n", seed, score.error().message);
      return 1;
    }
    fmt::print("seed {}: {} of {} pages, {} wasted ({:.2f} a page), letter traps {} at most\n",
               seed, score->system_pages_found, score->system_pages, score->wasted,
               score->wasted_per_page(), score->letter_trap_most);
    if (is_verbose)
      for (const std::string& line : score->systems) fmt::print("  {}\n", line);
    std::fflush(stdout);
    all.system_pages += score->system_pages;
    all.system_pages_found += score->system_pages_found;
    all.wasted += score->wasted;
    all.letter_trap_most = std::max(all.letter_trap_most, score->letter_trap_most);
  }
  const double missed =
      1 - static_cast<double>(all.system_pages_found) / static_cast<double>(all.system_pages);
  fmt::print("all: {:.2f} % missed, {:.2f} requests wasted a page, letter traps {} at most\n",
             100 * missed, all.wasted_per_page(), all.letter_trap_most);
  return missed <= 0.01 && all.wasted_per_page() <= 2 && all.letter_trap_most <= kLetterTrapGrant
             ? 0
             : 1;
}
