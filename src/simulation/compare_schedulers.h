// Meegahapola's comparison on the practice web, in virtual time: pages that change every 2 hours to
// every 4 days are kept fresh by the normal scheduler, which checks each of them once a day, by the
// optimised one, which is baskets mode, and by freshet's own policy with as many checks as the
// optimised one made. All of them are the whole program with its visits and its archive.
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
  std::uint64_t pages = 240;  // as many as the paper has
  std::uint64_t days = 14;
  BasketOptions baskets = {};  // of the optimised one
  double normal_hours = 24;    // between two checks
  // Names of policies (schedule/policy_registry.h) that are compared, too, with as many checks as
  // the optimised scheduler made.
  std::vector<std::string> policies = {};
  // Told now and then who is at work, and the day on which.
  std::function<void(std::string_view scheduler, std::uint64_t day)> progress = {};
};

// Archives are made in `directory`, one a scheduler.
Result<SchedulerComparison> compare_schedulers(Disk& disk, const std::string& directory,
                                               const CompareOptions& options);

}  // namespace freshet
