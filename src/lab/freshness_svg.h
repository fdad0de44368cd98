// A drawing of freshness against budget, one line a policy.
#pragma once

#include <string>
#include <vector>

namespace freshet {

struct FreshnessPoint {
  double budget = 0;  // checks per page and day, above 0
  double freshness = 0;
  double low = 0;
  double high = 0;
};

struct FreshnessLine {
  std::string name;
  std::vector<FreshnessPoint> points;  // in the order of their budgets
};

// A whole SVG document that needs nothing from outside. Budgets are on a logarithmic axis; a name
// is written as text, whatever it holds.
std::string draw_freshness(const std::string& title, const std::vector<FreshnessLine>& lines);

}  // namespace freshet
