// What one visit of a host leaves for the next: how far it came, and the URLs that it knows and has
// not asked for. It is kept in the catalog with the host.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/time.h"
#include "crawl/drop_reason.h"
#include "crawl/link_table.h"
#include "crawl/requisite_guard.h"
#include "crawl/visit_report.h"
#include "crawl/yield_guard.h"

namespace freshet {

// Whether a host's "not modified" means anything.
enum class ConditionTrust : std::uint8_t { unknown, means_it, says_it_of_everything };

struct Continuation {
  struct Pending {
    std::string url;
    KnownLink link;  // without via
  };

  bool is_complete = false;  // only what others want is left to do
  std::int64_t crawl = 0;    // whose visit it was; 0: nobody knows
  Time made;                 // what was kept before is behind us, but for `unread`
  std::uint64_t pages = 0;   // that the visits before have taken
  int failed_visits = 0;     // in a row
  ConditionTrust conditions = ConditionTrust::unknown;
  bool are_lengths_wrong = false;  // HEAD told another length of a page that was the same
  int refusals = 0;                // 429 and 503 in a row, the last before it was put back
  bool has_probed = false;         // for the page of what is not there ...
  bool wants_probe = false;        // ... or is about to ...
  std::optional<std::uint64_t> soft_404 = {};  // ... and that is its sketch, if it was there
  std::vector<std::size_t> level_pages = {};   // by depth, those that are pending included
  StatusCounts statuses = {};                  // of the answers so far
  DropCounts dropped = {};                     // URLs not followed
  DropExamples examples = {};                  // some of these
  // By origin: since when its robots.txt is unreachable.
  std::map<std::string, Time, std::less<>> robots_down = {};
  std::vector<YieldGuard::Record> yields = {};
  std::vector<std::pair<std::string, std::size_t>> alike = {};  // by pattern, from before yields
  // The last of the URLs that others want which the visits before have looked at; empty: none.
  // Those that were left out, by a limit say, stay wanted: without this each visit would begin with
  // them.
  std::string wanted_after = {};
  std::vector<RequisiteGuard::Path> requisite_paths = {};
  std::vector<Pending> pending = {};
  // Pages that the archive holds and whose links are not known: hashes of URLs. A visit that was
  // interrupted kept them, and the one that made this did not come to read them again.
  std::vector<std::uint64_t> unread = {};

  std::string text() const;
  // Appends a URL to what text() gave.
  static void append(const Pending& pending, std::string& text);
  // What is no continuation, or none of ours, is as if there were none: the visit begins again.
  static Continuation parse(std::string_view text);
  // The same without `pending`, which may be long.
  static Continuation parse_head(std::string_view text);
};

}  // namespace freshet
