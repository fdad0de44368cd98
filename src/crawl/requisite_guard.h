// Requisites whose query changes with every view of a page: "/pixel.gif?rnd=0.7312". Each would be
// one more URL for every page that is fetched, and for every check. A path whose queries all answer
// with the same bytes, in one visit, is closed: no further query of it is asked for. Queries that
// bring something else each time (thumbnails) are limited in number alone, and "/style.css?ver=6"
// is left alone: all pages of a visit have the same query.
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

// After this many queries with the same answer, one after another, the path is closed.
inline constexpr std::size_t kSameAnswersMax = 3;
inline constexpr std::size_t kRequisitePathsMax = 4096;  // remembered in a visit
inline constexpr std::size_t kRequisitePathsKept = 200;  // handed on to the next visit

// Of one host. Bounded: paths beyond kRequisitePathsMax are not watched.
class RequisiteGuard {
 public:
  // `queries_max`: of one path.
  explicit RequisiteGuard(std::size_t queries_max) : queries_max_(queries_max) {}

  // Returns why the URL is not to be asked for. A URL without a query never is refused.
  std::optional<DropReason> refusal(const Url& url) const;

  // Tells of the first answer of a URL, by a hash of its bytes.
  void note(const Url& url, std::uint64_t answer);

  struct Path {
    std::string path;  // with its origin
    std::size_t queries = 0;
    std::size_t same = 0;  // answers in a row that are like `last`
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
