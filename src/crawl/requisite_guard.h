// Detects requisites whose query changes with every view of a page: "/pixel.gif?rnd=0.7312". Each
// would be one more URL for every page fetched, and for every check. A path whose queries all
// answer with the same bytes, in one visit, is closed: no further query of it is requested. Queries
// with different answers (thumbnails) are only limited in number, and "/style.css?ver=6" is
// unaffected: all pages of a visit have the same query.
//
// A site of one page has one query per visit, so answers are counted over visits, too. There a new
// version of a style sheet looks like a pixel, with one difference: between two versions, pages
// refer to a query that is known already. That resets the count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "crawl/drop_reason.h"
#include "url/url.h"

namespace freshet {

// Consecutive queries with the same answer that close the path.
inline constexpr std::size_t kSameAnswersMax = 3;
// The same over several visits, none of which saw a known query.
inline constexpr std::size_t kSameAnswersOfVisitsMax = 8;
inline constexpr std::size_t kRequisitePathsMax = 4096;  // tracked in a visit
inline constexpr std::size_t kRequisitePathsKept = 200;  // passed to the next visit

// Nested requisites are those that only other requisites lead to: style sheets that a style sheet
// imports, its fonts and images. A style sheet whose imports never end would otherwise cost as many
// requests as the host has requisites (VisitLimits::requisites). A host may have this many ...
inline constexpr std::size_t kNestedRequisites = 1000;
// ... and this many more for each style sheet that a page names itself. Sites with a style sheet
// for each page therefore lose nothing.
inline constexpr std::size_t kNestedOfSheet = 100;

// For one host. Bounded: paths beyond kRequisitePathsMax are not tracked.
class RequisiteGuard {
 public:
  // `queries_max`: of one path. `counts_over_visits`: for visits that tell which queries are known.
  RequisiteGuard(std::size_t queries_max, bool counts_over_visits)
      : queries_max_(queries_max), counts_over_visits_(counts_over_visits) {}

  // Returns why the URL is not requested. A URL without a query is never refused.
  std::optional<DropReason> refusal(const Url& url) const;

  // Records the first answer of a URL, by a hash of its bytes.
  void note(const Url& url, std::uint64_t answer);

  // Records that a page refers to a URL that an earlier visit requested.
  void note_known(const Url& url);

  struct Path {
    std::string path;         // with its origin
    std::size_t queries = 0;  // 0: not counted, the path is open
    std::size_t same = 0;     // consecutive answers equal to `last`
    std::uint64_t last = 0;
  };
  // Returns the closed paths for the next visit, then the open ones that may be closed by it.
  std::vector<Path> paths() const;
  void restore(const Path& path);

 private:
  struct Known {
    std::size_t queries = 0;
    std::size_t same = 0;
    std::uint64_t last = 0;
    std::size_t same_before = 0;  // in the visits before, if they are like `last`
    bool is_stable = false;       // a known query was seen in this visit
  };
  std::optional<DropReason> refusal(const Known& known) const;

  std::size_t queries_max_;
  bool counts_over_visits_;
  std::unordered_map<std::string, Known> paths_;
};

}  // namespace freshet
