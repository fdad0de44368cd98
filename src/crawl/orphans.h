// Orphans: pages to which no page of their host links any more.
//
// The catalog has no graph of links. When a check finds that a page changed or is gone, the links
// that it had and has no more are marked (`unlinked` of PageBelief); a page that is read later and
// has such a link takes the mark away. So every orphan is marked, but not all that are marked are
// orphans: pages that were not read since may link to them. Whoever asks for orphans has those
// pages read here, in the copies that the archive has; docs/design/refresh.md.
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

// So many copies are read for one answer.
inline constexpr std::size_t kOrphanCopiesMax = 100'000;

struct Orphan {
  std::string url;
  Time since{};  // the first link to it was dropped
};

struct Orphans {
  std::vector<Orphan> pages = {};  // by host and URL
  std::size_t unsure = 0;          // marked, but not all of their hosts' copies were read
};

// Pages that are watched, and are no home pages. Of one page only if one is given.
Result<Orphans> find_orphans(Archive& archive, const CrawlPlan& plan,
                             const std::optional<PageKey>& only = {},
                             std::size_t copies_max = kOrphanCopiesMax);

}  // namespace freshet
