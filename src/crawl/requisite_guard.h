// Detects requisites whose query changes with every view of a page: "/pixel.gif?rnd=0.7312". Each
// would be one more URL for every page fetched, and for every check. A path whose queries all
// answer with the same bytes, in one visit, is closed: no further query of it is requested. Queries
// with different answers (thumbnails) are only limited in number, and "/style.css?ver=6" is
// unaffected: all pages of a visit have the same query.
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
inline constexpr std::size_t kRequisitePathsMax = 4096;  // tracked in a visit
inline constexpr std::size_t kRequisitePathsKept = 200;  // passed to the next visit

// For one host. Bounded: paths beyond kRequisitePathsMax are not tracked.
class RequisiteGuard {
 public:
  // `queries_max`: of one path.
  explicit RequisiteGuard(std::size_t queries_max) : queries_max_(queries_max) {}

  // Returns why the URL is not requested. A URL without a query is never refused.
  std::optional<DropReason> refusal(const Url& url) const;

  // Records the first answer of a URL, by a hash of its bytes.
  void note(const Url& url, std::uint64_t answer);

  struct Path {
    std::string path;  // with its origin
    std::size_t queries = 0;
    std::size_t same = 0;  // consecutive answers equal to `last`
    std::uint64_t last = 0;
  };
  // Returns the closed paths, for the next visit.
  std::vector<Path> paths() const;
  void restore(const Path& path);

 private:
  struct Known {
    std::size_t queries = 0;
    std::size_t same = 0;
    std::uint64_t last = 0;
  };

  std::size_t queries_max_;
  std::unordered_map<std::string, Known> paths_;
};

}  // namespace freshet
