// Checks that were chosen and wait for a visit of their host.
#pragma once

#include <vector>

#include "refresh/page_registry.h"

namespace freshet {

// Invariant: a host is woken at most once between two visits. Not thread-safe.
class CheckBatches {
 public:
  struct Wake {
    HostIndex host = 0;
    double worth = 0;  // of its checks together
  };

  // Adds a check to the batch of its host, and wakes the host unless it is awake.
  void add(HostIndex host, PageIndex page, double worth);

  // Takes the batch of a host that is visited now.
  std::vector<PageIndex> take(HostIndex host);

  // Wakes the host again if checks were added during the visit that has ended.
  void visit_ended(HostIndex host);

  // Takes the hosts that were woken since the last call.
  std::vector<Wake> take_woken();

 private:
  struct Batch {
    std::vector<PageIndex> pages = {};
    double worth = 0;
    bool is_woken = false;
  };
  Batch& batch(HostIndex host);
  void wake(HostIndex host);

  std::vector<Batch> batches_;  // by host
  std::vector<HostIndex> woken_;
};

}  // namespace freshet
