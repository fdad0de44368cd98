// The changes of pages that an archive has seen: the look of each page when it was first seen, and
// the results of its checks since then.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "base/error.h"
#include "predict/relearn.h"
#include "store/archive.h"

namespace freshet {

// A page with fewer checks that said something is passed over.
inline constexpr std::size_t kChecksToLearnFrom = 2;
// Above this number a sample of the pages is taken, by the hash of their URLs: always the same.
inline constexpr std::size_t kPagesToLearnFromMax = 20'000;
// Of a page with more checks than this, only the first ones count.
inline constexpr std::size_t kPageChecksMax = 10'000;

struct CheckedPages {
  std::vector<CheckedPage> pages = {};
  std::size_t found = 0;   // with checks enough; all of them, unless it was too many
  std::size_t unread = 0;  // whose first version is not there, or could not be read
};

// Memory is bound by `pages_max`, time by the checks of the archive and by reading that many
// bodies. `tell` is told how many of how many were read.
Result<CheckedPages> read_checked_pages(
    Archive& archive, std::size_t pages_max = kPagesToLearnFromMax,
    const std::function<void(std::size_t read, std::size_t of)>& tell = {});

}  // namespace freshet
