// Schedulers compared on the same pages, as Meegahapola et al. (2017) compare theirs: every page
// checked equally often (normal), or as often as its basket says (optimised).
//
// A basket shorter than the one where a page belongs gains information and costs processing; a
// longer one the other way round. Gains are in hours, and each other's negative.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace freshet {

struct ScheduledCheck {
  double hour = 0;  // since the beginning
  bool found_change = false;
};

struct ScheduledPage {
  double right_hours = 0;  // of the basket where it belongs
  double basket_hours =
      0;  // of the one that it was given, or that is nearest to how it was checked
  std::vector<double> changes = {};  // hours since the beginning
  std::vector<ScheduledCheck> checks = {};
};

// Pages that belong to one basket, or all of them. Means, and shares of the pages.
struct GainRow {
  double right_hours = 0;  // 0: all pages
  std::size_t pages = 0;
  double given_hours = 0;
  double information = 0;
  double processing = 0;
  double right = 0;
  double shorter = 0;
  double longer = 0;
};

struct SchedulerRun {
  std::string name;
  std::string meaning;  // a phrase
  std::uint64_t checks = 0;
  double fresh = 0;                       // of the time, copies were what was there
  double seen = 0;                        // of the versions that there were
  double delay_hours = 0;                 // from a change to the next check
  std::vector<GainRow> gains = {};        // one for each basket; the last one of all pages
  std::vector<ScheduledPage> pages = {};  // the same pages in all runs
};

struct SchedulerComparison {
  std::uint64_t seed = 0;
  std::uint64_t hosts = 0;
  std::uint64_t days = 0;
  std::vector<SchedulerRun> runs = {};  // normal, optimised, and what else was tried
};

// Two tables.
std::string schedulers_text(const SchedulerComparison& comparison);

// One object; without the pages.
std::string schedulers_json(const SchedulerComparison& comparison);

// One page that stands alone, with the tables and the paper's figures 3 to 7.
std::string schedulers_html(const SchedulerComparison& comparison);

}  // namespace freshet
