// Cho and Garcia-Molina's class estimator ("Estimating frequency of change", 2003): the probability
// that a page belongs to each of a few classes with known rates.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "predict/rate.h"

namespace freshet {

class ClassBelief {
 public:
  // `prior` has a probability for each class; they need not sum to 1.
  explicit ClassBelief(std::vector<double> prior);

  // P(k) *= 1 - exp(-r_k t) if changed, else exp(-r_k t). Ignores spans that are not positive.
  void observe(const RateCheck& check, std::span<const double> class_rates);

  const std::vector<double>& probabilities() const { return probabilities_; }
  std::size_t likeliest() const;  // the first one on a tie

 private:
  void make_sum_one();

  std::vector<double> probabilities_;
};

// Returns a belief for the answer of a first-sight classifier with error probability `error`:
// nearly certain of one class, with the rest spread over the others.
std::vector<double> belief_in_class(std::size_t first_class, std::size_t classes, double error);

}  // namespace freshet
