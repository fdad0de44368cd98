// The state that one visit of a host leaves for the next: its progress, and the known URLs that
// were not fetched. Stored in the catalog with the host.
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

// The reliability of a host's 304 answers.
enum class ConditionTrust : std::uint8_t { unknown, honest, always_304 };

struct Continuation {
  struct Pending {
    std::string url;
    KnownLink link;  // without via
  };

  bool is_complete = false;  // only URLs wanted by other hosts are left
  std::int64_t crawl = 0;    // id of the crawl; 0: unknown
  Time made;                 // answers kept before this were processed, except `unread`
  std::uint64_t pages = 0;   // taken by earlier visits
  int failed_visits = 0;     // consecutive
  ConditionTrust conditions = ConditionTrust::unknown;
  bool are_lengths_wrong = false;              // HEAD reported another length for an unchanged page
  int refusals = 0;                            // consecutive 429 and 503 up to the end of the visit
  bool has_probed = false;                     // for the soft-404 page ...
  bool wants_probe = false;                    // ... or is about to ...
  std::optional<std::uint64_t> soft_404 = {};  // ... with this sketch, if there is such a page
  std::vector<std::size_t> level_pages = {};   // by depth, including pending ones
  StatusCounts statuses = {};                  // of the answers so far
  DropCounts dropped = {};                     // URLs not followed
  DropExamples examples = {};                  // some of these
  // By origin: the time since which its robots.txt is unreachable.
  std::map<std::string, Time, std::less<>> robots_down = {};
  std::vector<YieldGuard::Record> yields = {};
  std::vector<std::pair<std::string, std::size_t>> alike = {};  // by pattern, in the format before
                                                                // yields
  // The last wanted URL that earlier visits have looked at; empty: none. URLs that were skipped,
  // for example by a limit, stay wanted: without this each visit would begin with them.
  std::string wanted_after = {};
  std::vector<RequisiteGuard::Path> requisite_paths = {};
  std::size_t nested_left = kNestedRequisites;  // nested requisites that may still be taken up
  std::vector<Pending> pending = {};
  // Pages in the archive whose links are not known: hashes of URLs. An interrupted visit kept them,
  // and the one that made this did not get to read them.
  std::vector<std::uint64_t> unread = {};

  std::string text() const;
  // Appends a URL to the result of text().
  static void append(const Pending& pending, std::string& text);
  // Text that is not a valid continuation is ignored: the visit starts anew.
  static Continuation parse(std::string_view text);
  // The same without `pending`, which may be long.
  static Continuation parse_head(std::string_view text);
};

}  // namespace freshet
