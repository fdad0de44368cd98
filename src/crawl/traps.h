// URLs that show by themselves that a site makes them without end: session ids, the same arguments
// in another order, paths that go round in circles, dates far from today. Traps that only their
// pages give away are for yield_guard.h.
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

// What a URL is compared by: without session ids and tracking marks, its arguments sorted. URLs
// with one key are taken for one page, and the first of them is fetched.
std::string trap_key(const Url& url);

// Its kind among the URLs of its host: numbers as '#', of the query the names alone, sorted, and of
// parameters in the path the names too.
std::string url_pattern(const Url& url);

// Of one host.
class TrapGuard {
 public:
  TrapGuard(const TrapLimits& limits, Time now) : limits_(limits), now_(now) {}

  // Why the URL is not followed. Asked once for each new URL: those that pass are counted.
  std::optional<DropReason> refusal(const Url& url);

  // Counts a URL that was followed by an earlier visit.
  void count(const Url& url);

 private:
  struct Pattern {
    std::size_t dated = 0;  // URLs with a date
    std::size_t far = 0;    // URLs with a date that cannot be one
  };

  TrapLimits limits_;
  Time now_;
  std::unordered_map<std::string, Pattern> patterns_;
};

}  // namespace freshet
