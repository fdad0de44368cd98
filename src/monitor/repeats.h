// RepeatedTelling what a watch told last, until somebody says that they know.
//
// The times of repeats follow from the time of the happening and the interval of the watch, so
// nothing has to be stored; repeats that were due while no process ran are left out.
#pragma once

#include <map>
#include <optional>

#include "base/error.h"
#include "monitor/telling_maker.h"
#include "monitor/watch_book.h"
#include "registry/registry.h"

namespace freshet {

// Returns the first time after `now` that is a whole number of intervals behind `told`.
Time next_repeat(Time told, Duration every, Time now);

class RepeatedTelling {
 public:
  explicit RepeatedTelling(Registry& registry) : registry_(registry) {}

  // Adds the repeats that are due.
  Status add_due(WatchBook& book, TellingMaker& making, Time now);

 private:
  Status add(const ActiveWatch& watch, TellingMaker& making);

  struct Plan {
    Time told = {};
    Time next = {};
  };

  Registry& registry_;
  std::map<WatchId, Plan> plans_;
};

}  // namespace freshet
