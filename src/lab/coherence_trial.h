// Plans of captures side by side on a simulated site.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"

namespace freshet {

// A site whose rates are known, and those that the plans are made by.
struct SimulatedSite {
  std::vector<double> rates;           // changes per day, as they are
  std::vector<double> planned_rates;   // as the plans know them; empty: the same
  std::vector<std::uint32_t> parents;  // where each page is found; empty: all are known
};

struct CoherenceTrialOptions {
  Duration capture = std::chrono::hours(24);  // from the first visit to the last revisit
  std::vector<double> etas = {0.5};           // for plans with a threshold
  int draws = 10;                             // of the changes of all pages; 0: none
  std::uint64_t seed = 1;
};

// A plan and how good it is. Shares are of the pages; drawn figures are means over the draws.
struct CoherenceRow {
  std::string policy;
  std::optional<double> eta = {};
  double inducible = 0;  // expected share that is unchanged from visit to revisit
  double inducible_drawn = 0;
  double measurable = 0;  // expected share that is unchanged from the start to the visit
  double measurable_drawn = 0;
  double blur = 0;  // expected changes between a visit and a reader's instant, of a page
  double blur_drawn = 0;
};

// Runs every policy of coherence/plan.h, those with a threshold for each eta. All see the same
// draws.
std::vector<CoherenceRow> compare_plans(const SimulatedSite& site,
                                        const CoherenceTrialOptions& options);

// Returns the time between requests of a capture of n pages that takes this long: 2 n - 1 requests.
Duration slot_of_capture(Duration capture, std::size_t pages);

// Returns how many fewer pages are incoherent than under breadth first, as a share of them; 0 if no
// page is incoherent there.
double fewer_incoherent(const CoherenceRow& row, std::span<const CoherenceRow> rows);

}  // namespace freshet
