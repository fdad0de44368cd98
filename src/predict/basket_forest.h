// The forest that puts pages into Meegahapola's baskets, and what it learns from.
//
// The paper had people put 943 pages into baskets. Here the right basket of a page follows from how
// often it turned out to change: the loop time nearest to the mean time between two changes, on a
// log scale.
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

// What the polls of a detection saw of a page, and where it belongs.
struct BasketExample {
  std::vector<double> change_values;  // one for each of poll_hours
  std::size_t basket = 0;
};

// Pages of a history, with days in the place of hours as in the replay: each is detected from its
// first day on, and a change is one changed element. Pages that were not there for all polls are
// left out.
std::vector<BasketExample> basket_examples(const DayHistory& history, const BasketOptions& options);

// Pages made by chance: rates drawn evenly on a log scale around those of the baskets, changes at
// Poisson moments, each of which makes, changes or removes a few elements.
std::vector<BasketExample> made_basket_examples(std::size_t count, std::uint64_t seed,
                                                const BasketOptions& options);

// Invariant: the forest asks for the change values of all polls and answers with one of the
// baskets.
class BasketForest {
 public:
  // There is an example at least, and each has a value for every poll.
  static Result<BasketForest> train(std::span<const BasketExample> examples,
                                    const BasketOptions& options, const ForestOptions& forest);

  // Reads a model (docs/formats/model.md) made for these polls and baskets; the error says what
  // does not fit.
  static Result<BasketForest> read(std::string_view text, const BasketOptions& options);
  std::string write() const;

  // Of the change values of all polls. Values that are missing at the end count as not known.
  std::size_t basket(const std::vector<double>& change_values) const;

 private:
  explicit BasketForest(Model model) : model_(std::move(model)) {}

  Model model_;
};

// The classifier of a forest that learned from made pages; the same for the same options. It is
// what there is where no history in hours is at hand.
Result<BasketClassifier> made_basket_classifier(const BasketOptions& options);

// How good a classifier is, as the paper counts it: shares of the pages in their right basket, in a
// shorter one (information gained, processing lost), in a longer one (the other way round), and the
// mean gain over all.
struct BasketScore {
  double right = 0;
  double shorter = 0;
  double longer = 0;
  BasketGain gain;
};
BasketScore score_baskets(std::span<const BasketExample> examples, const BasketClassifier& classify,
                          const BasketOptions& options);

}  // namespace freshet
