// The settings of a refresh.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/time.h"
#include "refresh/planner.h"

namespace freshet {

struct Setting;

struct RefreshSettings {
  Duration every = std::chrono::days(7);  // each page, on the average
  std::int64_t checks_per_day = 0;        // in place of that; 0: by `every`
  std::int64_t bytes_per_day = 0;         // 0: no limit, as below
  std::int64_t requests_per_host = 0;     // a day
  std::int64_t site_percent = 50;
  Duration time{};  // of one run
  // Baskets mode.
  std::vector<std::string> watch = {};  // URLs; a `*` at the end stands for any rest
  Duration watch_first = std::chrono::hours(4);
  Duration watch_detection = std::chrono::hours(24);
  std::vector<std::string> watch_baskets = {"4h", "12h", "24h", "36h", "48h"};
  PlannerOptions planner = {};

  // Returns the options of the planner for an archive with this many pages.
  PlannerOptions options(std::size_t pages) const;

  // Returns the options of baskets mode as given; they may be invalid.
  BasketOptions baskets() const;
};

std::vector<Setting> declare_refresh_settings();

}  // namespace freshet
