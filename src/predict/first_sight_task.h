// The first-sight learning task: the features of a page, and the change-rate group it turned out to
// belong to (Barbosa et al., "Looking at both the present and the past", 2005, section 3.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "learn/dataset.h"
#include "predict/first_sight_training.h"
#include "predict/groups.h"

namespace freshet {

struct FirstSightTask {
  Dataset rows;                      // one per page; classes "1" (the fastest group), "2", ...
  std::vector<std::uint32_t> sites;  // of each page, numbered from 0
  std::size_t site_count = 0;
  RateGroups groups;
};

// `classes` is from kRateGroupsMin to kRateGroupsMax. Each page appears once, without facts about
// its site.
FirstSightTask first_sight_task(const FirstSightLessons& lessons, std::size_t classes);

}  // namespace freshet
