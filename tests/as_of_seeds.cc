// as_of_seeds FIRST [COUNT] [--wrong]: exports practice archives as of five times each, strict and
// judged, and compares every proven page with what the practice web served then. With --wrong some
// servers have validators that stay as their pages change. Exit code 1 if a proven page is wrong.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "as_of_run.h"
#include "testkit/scratch.h"

int main(int argc, char** argv) {
  using namespace freshet;
  const bool is_wrong = argc > 1 && std::string(argv[argc - 1]) == "--wrong";
  if (is_wrong) --argc;
  if (argc < 2) {
    fmt::print(stderr, "usage: as_of_seeds FIRST [COUNT] [--wrong]\n");
    return 2;
  }
  const std::uint64_t first = std::strtoull(argv[1], nullptr, 10);
  const std::uint64_t count = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const Scratch scratch;
  AsOfResult all;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string directory = scratch / std::to_string(seed);
    const auto result = run_as_of({.seed = seed, .has_wrong_validators = is_wrong}, directory);
    if (!result) {
      fmt::print("seed {}: {}\n", seed, result.error().message);
      return 1;
    }
    fmt::print(
        "seed {}: {} pages, strict {} proven, {} wrong ({} stuck), judged {} proven, {} wrong\n",
        seed, result->pages, result->proven_strict, result->wrong_strict, result->wrong_stuck,
        result->proven_judged, result->wrong_judged);
    for (const std::string& complaint : result->complaints) fmt::print("  {}\n", complaint);
    all += *result;
    std::filesystem::remove_all(directory);
  }
  fmt::print("all: {} pages, strict {} proven, {} wrong ({} stuck), judged {} proven, {} wrong\n",
             all.pages, all.proven_strict, all.wrong_strict, all.wrong_stuck, all.proven_judged,
             all.wrong_judged);
  return all.wrong_strict + all.wrong_judged == 0 ? 0 : 1;
}
