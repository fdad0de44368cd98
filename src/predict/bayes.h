// Cho and Garcia-Molina's class estimator ("Estimating frequency of change", 2003): how probable it
// is that a page belongs to each of a few classes of known rates.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "predict/rate.h"

namespace freshet {

class ClassBelief {
 public:
  // `prior` has a probability for each class; they need not add up to 1.
  explicit ClassBelief(std::vector<double> prior);

  // P(k) *= 1 - exp(-r_k t) if changed, else exp(-r_k t). A span that is not positive tells
  // nothing.
  void observe(const RateCheck& check, std::span<const double> class_rates);

  const std::vector<double>& probabilities() const { return probabilities_; }
  std::size_t likeliest() const;  // the first of them, where there are several

 private:
  void make_sum_one();

  std::vector<double> probabilities_;
};

// Nearly certain of one class, with the rest spread over the others: what a first-sight classifier
// that errs with probability `error` says.
std::vector<double> belief_in_class(std::size_t first_class, std::size_t classes, double error);

}  // namespace freshet
