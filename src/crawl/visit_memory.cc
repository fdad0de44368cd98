// The memory of a visit: links that wait are most of it, and they are counted in a pool that all
// visits share.
//
// A host whose links would fill the pool is put back, with its links in the catalog, and goes on
// when there is room. A page that was being read then stays pending: it is in the archive, so the
// next visit reads its links from there. Only links beyond links_of_host_max() are dropped.
#include "crawl/crawl_memory.h"
#include "crawl/visit.h"

namespace freshet {
namespace {

// When others were refused, a visit that holds much ends after so long, although its slice is not
// over.
constexpr Duration kPressedSlice = std::chrono::minutes(1);

constexpr std::size_t kBytesOfQueued = sizeof(std::uint32_t);
constexpr std::size_t kBytesOfSitemapWord = 64;

}  // namespace

void Visit::count_memory() {
  if (tools_.links == nullptr || !task_.memory) return;
  const std::size_t queued = first_.size() + checks_.size() + requisites_.size() +
                             sitemaps_.size() + pages_.size() + doubtful_.size() + parked_.size() +
                             postponed_.size() + retries_.size() + failed_.size();
  task_.memory->set(table_.bytes() + raw_seen_.bytes() + queued * kBytesOfQueued + hint_bytes_ +
                    sitemap_words_.size() * kBytesOfSitemapWord);
}

bool Visit::is_over_own_memory() const {
  return tools_.links != nullptr && task_.memory &&
         task_.memory->bytes() >= links_of_host_max(tools_.links->bytes_max());
}

// False if another link cannot be held now.
bool Visit::has_memory_for_links() {
  if (tools_.links == nullptr || !task_.memory) return true;
  count_memory();
  if (!tools_.links->is_full()) return true;
  if (task_.memory->bytes() <= links_granted(tools_.links->bytes_max(), tools_.plan.visits_max))
    return true;
  tools_.links->note_refusal();
  return false;
}

// Whether the host is to be put back for the sake of others.
bool Visit::gives_way(Tick now) {
  if (tools_.links == nullptr || !task_.memory || report_.requests == 0) return false;
  count_memory();
  if (task_.memory->bytes() <= links_granted(tools_.links->bytes_max(), tools_.plan.visits_max))
    return false;
  if (task_.memory->gives_way()) return true;
  return now - began_ >= kPressedSlice && tools_.links->take_refusal();
}

// The page of `job` was kept, but not all of its links: it comes first in the next visit.
void Visit::leave_unread(const Job& job) {
  is_unread_ = false;
  if (table_.link(job.number).use == LinkUse::page && report_.pages > 0) --report_.pages;
  first_.push_front(job.number);
  put_back(kMemoryWait, "it waits for memory");
}

}  // namespace freshet
