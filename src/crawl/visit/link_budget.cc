#include "crawl/visit/link_budget.h"

#include <utility>

#include "crawl/crawl_memory.h"

namespace freshet {
namespace {

// When others were refused memory, a visit that holds much ends after this time, even if its slice
// is not over.
constexpr Duration kPressedSlice = std::chrono::minutes(1);

}  // namespace

LinkBudget::LinkBudget(MemoryPool* pool, std::shared_ptr<MemoryShare> share, std::size_t visits_max)
    : pool_(share ? pool : nullptr), share_(std::move(share)), visits_max_(visits_max) {}

void LinkBudget::count(std::size_t bytes) {
  if (pool_ != nullptr) share_->set(bytes);
}

bool LinkBudget::is_exhausted() const {
  return pool_ != nullptr && share_->bytes() >= links_of_host_max(pool_->bytes_max());
}

bool LinkBudget::is_within_grant() const {
  return share_->bytes() <= links_granted(pool_->bytes_max(), visits_max_);
}

bool LinkBudget::has_room() {
  if (pool_ == nullptr || !pool_->is_full() || is_within_grant()) return true;
  pool_->note_refusal();
  return false;
}

bool LinkBudget::must_give_way(Duration visited) {
  if (pool_ == nullptr || is_within_grant()) return false;
  if (share_->gives_way()) return true;
  return visited >= kPressedSlice && pool_->take_refusal();
}

}  // namespace freshet
