// Orphans: pages to which no page of their host links any more.
//
// The catalog has no link graph. When a check finds that a page changed or is gone, its dropped
// links are marked (`unlinked` of PageBelief); a page read later with such a link removes the mark.
// So every orphan is marked, but not every marked page is an orphan: pages that were not read since
// may link to it. To answer a query for orphans, those pages are read here from their copies in the
// archive; docs/design/refresh.md.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "crawl/plan.h"
#include "store/archive.h"

namespace freshet {

// Most copies read for one query.
inline constexpr std::size_t kOrphanCopiesMax = 100'000;

struct Orphan {
  std::string url;
  Time since{};  // when the first link to it was dropped
};

struct Orphans {
  std::vector<Orphan> pages = {};  // by host and URL
  std::size_t unsure = 0;          // marked, but not all copies of their hosts were read
};

// Returns scheduled pages, except home pages; only the given page if there is one.
Result<Orphans> find_orphans(Archive& archive, const CrawlPlan& plan,
                             const std::optional<PageKey>& only = {},
                             std::size_t copies_max = kOrphanCopiesMax);

}  // namespace freshet
