// Exports of a practice archive as of a time, compared with what the practice web served then.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"

namespace freshet {

struct AsOfOptions {
  std::uint64_t seed = 1;
  std::uint64_t hosts = 3;
  std::uint64_t pages = 150;
  bool has_wrong_validators = false;  // some pages have ETags and dates that stay as they change
  int days = 6;                       // of a refresh after the crawl
  int times = 5;                      // compared, spread over the days
};

// Sums over all times.
struct AsOfResult {
  std::size_t pages = 0;  // exported
  std::size_t proven_strict = 0;
  std::size_t wrong_strict = 0;  // proven by bytes, but the web served others at that time
  std::size_t wrong_stuck = 0;   // of these: the server's validators stay as the page changes
  std::size_t proven_judged = 0;
  std::size_t wrong_judged = 0;  // proven, but a change by the judge
  std::vector<std::string> complaints = {};

  AsOfResult& operator+=(const AsOfResult& other);
};

Result<AsOfResult> run_as_of(const AsOfOptions& options, const std::string& directory);

}  // namespace freshet
