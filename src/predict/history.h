// The historic classifier of Barbosa et al. 2005 (Algorithm 1): a page moves one group up or down
// after a window of checks with too many changes, or too few.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "predict/groups.h"

namespace freshet {

struct HistoricClass {
  double days = 1;           // from one check to the next
  std::uint32_t window = 1;  // checks after which a page is reclassified
  double changes_min = 0.3;  // share of changed checks below which it moves to a slower class
  double changes_max = 0.7;  // and above which it moves to a faster one
};

// Classes from the fastest to the slowest.
using HistoricClasses = std::vector<HistoricClass>;

// Table 2 of the paper: 1, 7, 30 and 100 days.
HistoricClasses table_2_classes();
// Table 4, used for the paper's results: 1, 3, 31 and 96 days.
HistoricClasses table_4_classes();
// Returns classes for other groups with the windows and thresholds of Table 4: the fastest has the
// window of Group 0, the slowest that of Group 3, those between that of Groups 1 and 2.
HistoricClasses classes_of(const RateGroups& groups);

// The state of one page under Algorithm 1.
class HistoricPage {
 public:
  explicit HistoricPage(std::size_t first_class) : class_(first_class) {}

  // Records one check; returns the class from now on. Pages cannot move beyond the fastest or the
  // slowest class; each window starts with no changes counted.
  std::size_t observe(bool has_changed, const HistoricClasses& classes);

  std::size_t current() const { return class_; }

 private:
  std::size_t class_;
  std::uint32_t visits_ = 0;   // NV of the paper
  std::uint32_t changes_ = 0;  // NC
};

}  // namespace freshet
