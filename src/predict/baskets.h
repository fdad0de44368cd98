// Detection of change frequency by Meegahapola et al. 2017: polls a new page at growing intervals,
// weights its changes, and lets a classifier assign it to one of five baskets of loop times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace freshet {

struct BasketOptions {
  double hours_min = 4;   // until the first poll ("min_cycle_length")
  double hours_max = 24;  // polls end before this ("max_cycle_length")
  double factor = 1.5;    // ratio of one poll's distance to that of the one before, rounded
  double new_weight = 1;  // w1 < w2 < w3
  double changed_weight = 2;
  double missing_weight = 3;
  double threshold = 0;  // a change value above this is a change
  // Time from one poll to the next, for each basket from the fastest to the slowest; at least one.
  std::vector<double> loop_hours = {4, 12, 24, 36, 48};
  // A page is detected again after this many consecutive polls that contradict its basket: all
  // changed though there is a faster basket, or none changed though there is a slower one. 0:
  // never.
  std::uint32_t contradictions_max = 6;
};

// Counts of elements of the page, compared with its first version.
struct ElementChanges {
  double new_elements = 0;
  double changed_elements = 0;
  double missing_elements = 0;
};

// Returns the polls of a page in hours after its first visit: 4, 6, 9, 14, 21 with the defaults.
std::vector<double> poll_hours(const BasketOptions& options);

// Returns the error in the options as one sentence; nothing if they are valid.
std::optional<std::string> validate(const BasketOptions& options);

double change_value(const ElementChanges& changes, const BasketOptions& options);

// Maps the change values of the polls to a basket: 0 to loop_hours.size() - 1.
using BasketClassifier = std::function<std::size_t(const std::vector<double>&)>;

// Returns the classifier to use without a trained one (basket_forest.h): the more polls exceed the
// threshold, the faster the basket.
BasketClassifier counting_classifier(const BasketOptions& options);

// Returns the basket for a page that changes every `hours` on average.
std::size_t right_basket(double hours, const BasketOptions& options);

// The state of one page from its first visit on.
class BasketPage {
 public:
  // Returns the hours from the last visit to the next.
  double hours_to_next(const BasketOptions& options) const;

  // Records a poll. During detection `changes` are relative to the version at the start of the
  // detection; afterwards, to the previous poll.
  void observe(const ElementChanges& changes, const BasketOptions& options,
               const BasketClassifier& classify);

  // Records a missed poll of the detection, with an unknown change value. Not for the last poll.
  void skip_poll();

  std::optional<std::size_t> basket() const { return basket_; }  // none: in detection

  // Values of the current detection, or of the last one; NaN for a missed poll.
  const std::vector<double>& change_values() const { return change_values_; }

  // Consecutive changed, or unchanged, polls up to the last one since it got its basket.
  std::uint32_t changed_in_a_row() const { return changed_in_a_row_; }
  std::uint32_t unchanged_in_a_row() const { return unchanged_in_a_row_; }

 private:
  std::vector<double> change_values_;
  std::optional<std::size_t> basket_;
  std::uint32_t changed_in_a_row_ = 0;
  std::uint32_t unchanged_in_a_row_ = 0;
};

// A basket shorter than the right one gains information and costs processing; a longer one does the
// reverse. In hours; the two are each other's negative.
struct BasketGain {
  double information = 0;
  double processing = 0;
};
BasketGain basket_gain(double right_hours, double given_hours);

}  // namespace freshet
