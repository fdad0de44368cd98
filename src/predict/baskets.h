// Detection of change frequency by Meegahapola et al. 2017: poll a new page at growing distances,
// weigh what changed in it, and let a classifier put it into one of five baskets of loop times.
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
  double factor = 1.5;    // each poll is this many times as far as the one before, rounded
  double new_weight = 1;  // w1 < w2 < w3
  double changed_weight = 2;
  double missing_weight = 3;
  double threshold = 0;  // a change value above this is a change
  // From one poll to the next, for each basket from the fastest to the slowest; one at least.
  std::vector<double> loop_hours = {4, 12, 24, 36, 48};
  // A page is detected again when this many polls in a row contradict its basket: all changed,
  // though there is a faster basket, or none did, though there is a slower one. 0: never.
  std::uint32_t contradictions_max = 6;
};

// Elements of the page against its first version.
struct ElementChanges {
  double new_elements = 0;
  double changed_elements = 0;
  double missing_elements = 0;
};

// Hours after the first visit at which a page is polled: 4, 6, 9, 14, 21 with the defaults.
std::vector<double> poll_hours(const BasketOptions& options);

// What is wrong with the options, in one sentence; nothing if they are fit to be used.
std::optional<std::string> wrong_with(const BasketOptions& options);

double change_value(const ElementChanges& changes, const BasketOptions& options);

// From the change values of the polls to a basket: 0 to loop_hours.size() - 1.
using BasketClassifier = std::function<std::size_t(const std::vector<double>&)>;

// The classifier to use where none was trained (basket_forest.h): the more polls saw a change of
// more than the threshold, the faster the basket.
BasketClassifier counting_classifier(const BasketOptions& options);

// The basket for a page that changes every `hours` on the average.
std::size_t right_basket(double hours, const BasketOptions& options);

// One page from its first visit on.
class BasketPage {
 public:
  // Hours from the last visit to the next.
  double hours_to_next(const BasketOptions& options) const;

  // Takes a poll in. While the page is being detected `changes` are against its version at the
  // start of the detection; afterwards against the poll before.
  void observe(const ElementChanges& changes, const BasketOptions& options,
               const BasketClassifier& classify);

  // The next poll of the detection was missed: its change value is not known. It is not the last.
  void skip_poll();

  std::optional<std::size_t> basket() const { return basket_; }  // none: being detected

  // Of the detection so far, or of the last one; no number (NaN) where a poll was missed.
  const std::vector<double>& change_values() const { return change_values_; }

  // How many of the last polls, in a row, changed or did not, since it has its basket.
  std::uint32_t changed_in_a_row() const { return changed_in_a_row_; }
  std::uint32_t unchanged_in_a_row() const { return unchanged_in_a_row_; }

 private:
  std::vector<double> change_values_;
  std::optional<std::size_t> basket_;
  std::uint32_t changed_in_a_row_ = 0;
  std::uint32_t unchanged_in_a_row_ = 0;
};

// A basket shorter than the right one gains information and costs processing, a longer one the
// other way round. Hours; the two are each other's negative.
struct BasketGain {
  double information = 0;
  double processing = 0;
};
BasketGain basket_gain(double right_hours, double given_hours);

}  // namespace freshet
