// Meegahapola's comparison on the practice web, in virtual time: pages that change every 2 hours to
// every 4 days are kept fresh by the normal scheduler, which checks each of them once a day, by the
// optimised one, which is baskets mode, and by freshet's own policy with as many checks as the
// optimised one made. Each is the whole program with its visits and its archive.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "predict/baskets.h"
#include "report/schedulers.h"

namespace freshet {

struct CompareOptions {
  std::uint64_t seed = 1;
  std::uint64_t hosts = 12;
  std::uint64_t pages = 240;  // as in the paper
  std::uint64_t days = 14;
  BasketOptions baskets = {};  // of the optimised scheduler
  double normal_hours = 24;    // between two checks
  // Names of further policies (schedule/policy_registry.h) to compare, with as many checks as the
  // optimised scheduler made.
  std::vector<std::string> policies = {};
  // Called now and then with the current scheduler and day.
  std::function<void(std::string_view scheduler, std::uint64_t day)> progress = {};
};

// Creates an archive for each scheduler in `directory`.
Result<SchedulerComparison> compare_schedulers(Disk& disk, const std::string& directory,
                                               const CompareOptions& options);

}  // namespace freshet
