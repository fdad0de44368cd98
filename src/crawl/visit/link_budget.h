// The memory for the waiting links of one visit, from a pool shared by all visits.
//
// A host whose links would fill the pool is put back, with its links in the catalog, and continues
// when there is room. A page that was being read then stays pending: it is in the archive, so the
// next visit reads its links from there. Only links beyond links_of_host_max() are dropped.
#pragma once

#include <cstddef>
#include <memory>

#include "base/memory_pool.h"
#include "web/events.h"

namespace freshet {

// One thread uses it.
class LinkBudget {
 public:
  // Without a pool or a share there is no limit. The pool outlives the budget.
  LinkBudget(MemoryPool* pool, std::shared_ptr<MemoryShare> share, std::size_t visits_max);

  void count(std::size_t bytes);  // sets what the visit holds now

  // Returns true if the visit holds the maximum of one host.
  bool is_exhausted() const;

  // Returns false if another link cannot be held now.
  bool has_room();

  // Returns true if the host should be put back for the sake of others. `visited`: for how long the
  // visit has lasted.
  bool must_give_way(Duration visited);

 private:
  bool is_within_grant() const;

  MemoryPool* pool_;
  std::shared_ptr<MemoryShare> share_;
  std::size_t visits_max_;
};

}  // namespace freshet
