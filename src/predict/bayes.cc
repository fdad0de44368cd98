#include "predict/bayes.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace freshet {
namespace {

// No class becomes impossible, so that a page can return to any.
constexpr double kProbabilityMin = 1e-9;

}  // namespace

ClassBelief::ClassBelief(std::vector<double> prior) : probabilities_(std::move(prior)) {
  require(!probabilities_.empty(), "there is a class");
  make_sum_one();
}

void ClassBelief::make_sum_one() {
  double sum = 0;
  for (double& p : probabilities_) {
    p = std::max(p, kProbabilityMin);
    sum += p;
  }
  for (double& p : probabilities_) p /= sum;
}

void ClassBelief::observe(const RateCheck& check, std::span<const double> class_rates) {
  require(class_rates.size() == probabilities_.size(), "each class has a rate");
  if (!(check.days > 0)) return;
  for (std::size_t k = 0; k < class_rates.size(); ++k) {
    const double still = std::exp(-class_rates[k] * check.days);
    probabilities_[k] *= check.has_changed ? 1 - still : still;
  }
  make_sum_one();
}

std::size_t ClassBelief::likeliest() const {
  return static_cast<std::size_t>(std::ranges::max_element(probabilities_) -
                                  probabilities_.begin());
}

std::vector<double> belief_in_class(std::size_t first_class, std::size_t classes, double error) {
  require(first_class < classes, "the class is one of them");
  if (classes == 1) return {1.0};
  std::vector<double> prior(classes, error / static_cast<double>(classes - 1));
  prior[first_class] = 1 - error;
  return prior;
}

}  // namespace freshet
