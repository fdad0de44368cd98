// URLs that a site makes without end: calendars, session ids, the same arguments in another order,
// paths that go round in circles. Each has a limit, and what is refused is refused with a reason.
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

// What a URL is compared by: without session ids, its arguments sorted. URLs with one key are taken
// for one page, and the first of them is fetched.
std::string trap_key(const Url& url);

// Its kind among the URLs of its host: numbers as '#', of the query the names alone.
std::string url_pattern(const Url& url);

inline constexpr std::size_t kLikenessesMax = 200;

// Of one host.
class TrapGuard {
 public:
  TrapGuard(const TrapLimits& limits, Time now) : limits_(limits), now_(now) {}

  // Why the URL is not followed. Asked once for each new URL: those that pass are counted.
  std::optional<DropReason> refusal(const Url& url);

  // Counts a URL that was followed by an earlier visit.
  void count(const Url& url);

  // What is known of the pages of a pattern, for the next visit.
  struct Likeness {
    std::string pattern;
    std::size_t pages = 0;
    std::size_t alike = 0;
    std::uint64_t last = 0;
  };
  std::vector<Likeness> likenesses() const;  // of patterns with some pages, kLikenessesMax at most
  void restore(const Likeness& likeness);

  // Tells of a page that was read, by the sketch of its content (similar.h); from then on a pattern
  // whose last pages were all alike is closed.
  void note_page(const std::string& pattern, std::uint64_t sketch);
  bool is_closed(const std::string& pattern) const;
  // Whether the next page of this pattern is to be compared: from some pages on every so many,
  // since a sketch is dear, and each while they are alike.
  bool wants_sketch(const std::string& pattern);

 private:
  struct Pattern {
    std::size_t dated = 0;  // URLs with a date
    std::size_t far = 0;    // URLs with a date that cannot be one
    std::size_t pages = 0;
    std::size_t alike = 0;  // pages in a row that are like the one before
    std::uint64_t last = 0;
  };

  TrapLimits limits_;
  Time now_;
  std::unordered_map<std::string, std::size_t> variants_;  // queries by path
  std::unordered_map<std::string, Pattern> patterns_;
};

}  // namespace freshet
