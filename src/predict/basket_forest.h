// The forest that assigns pages to Meegahapola's baskets, and its training examples.
//
// In the paper people put 943 pages into baskets. Here the right basket of a page follows from its
// measured rate: the loop time nearest to the mean time between two changes, on a log scale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "learn/forest.h"
#include "learn/model_file.h"
#include "predict/baskets.h"
#include "predict/day_history.h"

namespace freshet {

// The change values that the polls of a detection measured on a page, and its right basket.
struct BasketExample {
  std::vector<double> change_values;  // one for each of poll_hours
  std::size_t basket = 0;
};

// Returns examples from a history, with days in the place of hours as in the replay: each page is
// detected from its first day on, and a change is one changed element. Omits pages that did not
// live through all polls.
std::vector<BasketExample> basket_examples(const DayHistory& history, const BasketOptions& options);

// Returns synthetic examples: rates drawn uniformly on a log scale around those of the baskets,
// changes as a Poisson process, each of which adds, changes or removes a few elements.
std::vector<BasketExample> made_basket_examples(std::size_t count, std::uint64_t seed,
                                                const BasketOptions& options);

// Invariant: the forest takes the change values of all polls and returns one of the baskets.
class BasketForest {
 public:
  // Needs at least one example, and in each a value for every poll.
  static Result<BasketForest> train(std::span<const BasketExample> examples,
                                    const BasketOptions& options, const ForestOptions& forest);

  // Reads a model (docs/formats/model.md) made for these polls and baskets; the error names the
  // mismatch.
  static Result<BasketForest> read(std::string_view text, const BasketOptions& options);
  std::string write() const;

  // Returns the basket for the change values of all polls. Values missing at the end count as
  // unknown.
  std::size_t basket(const std::vector<double>& change_values) const;

 private:
  explicit BasketForest(Model model) : model_(std::move(model)) {}

  Model model_;
};

// Returns the classifier of a forest trained on synthetic pages; deterministic for given options.
// It is used if no hourly history is available.
Result<BasketClassifier> made_basket_classifier(const BasketOptions& options);

// The quality of a classifier, as the paper measures it: shares of pages in their right basket, in
// a shorter one (gains information, costs processing), in a longer one (the reverse), and the mean
// gain.
struct BasketScore {
  double right = 0;
  double shorter = 0;
  double longer = 0;
  BasketGain gain;
};
BasketScore score_baskets(std::span<const BasketExample> examples, const BasketClassifier& classify,
                          const BasketOptions& options);

}  // namespace freshet
