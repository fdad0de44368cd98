// URLs that reveal by themselves that a site generates them without end: session ids, permuted
// arguments, circular paths, dates far from today. Traps that only show in their pages are handled
// by yield_guard.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/time.h"
#include "crawl/drop_reason.h"
#include "crawl/plan.h"
#include "url/url.h"

namespace freshet {

// Returns the key by which a URL is compared: without session ids and tracking marks, its arguments
// sorted. URLs with one key count as one page, and the first of them is fetched.
std::string trap_key(const Url& url);

// Returns its kind among the URLs of its host: numbers as '#', only the sorted names of the query,
// and also the names of path parameters.
std::string url_pattern(const Url& url);

// For one host.
class TrapGuard {
 public:
  TrapGuard(const TrapLimits& limits, Time now) : limits_(limits), now_(now) {}

  // Returns why the URL is not followed. Asked once for each new URL: those that pass are counted.
  std::optional<DropReason> refusal(const Url& url);

  // Counts a URL that an earlier visit followed.
  void count(const Url& url);

 private:
  struct Pattern {
    std::size_t dated = 0;  // URLs with a date
    std::size_t far = 0;    // URLs with an implausible date
  };

  TrapLimits limits_;
  Time now_;
  std::unordered_map<std::string, Pattern> patterns_;
};

}  // namespace freshet
