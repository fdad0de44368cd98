// Evaluation of learners: confusion tables, and partitions of rows into training and test sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "learn/classifier.h"

namespace freshet {

// Trains a classifier on rows. Never returns a null pointer.
using Learner = std::function<Result<std::unique_ptr<Classifier>>(const Dataset&)>;

// The weight of rows by true class and predicted class.
class Confusion {
 public:
  explicit Confusion(std::size_t classes) : classes_(classes), weights_(classes * classes) {}

  void add(std::size_t truth, std::size_t said, double weight) {
    weights_[truth * classes_ + said] += weight;
  }
  void add(const Confusion& other);

  std::size_t classes() const { return classes_; }
  double of(std::size_t truth, std::size_t said) const { return weights_[truth * classes_ + said]; }
  double total() const;

  // Returns the share of misclassified weight; 0 for an empty table.
  double error() const;

  // Returns the mean error over the classes that occur.
  double balanced_error() const;

 private:
  std::size_t classes_;
  std::vector<double> weights_;
};

// Classifies all rows with a known class.
Confusion ask(const Classifier& classifier, const Dataset& rows);

// Returns a fold for each row, 0 to `folds` - 1, with about the same number of rows of every class
// in each fold.
std::vector<std::uint32_t> stratified_folds(const Dataset& rows, std::size_t folds, Random& random);

// Returns a fold for each row so that rows of one group (a site) share a fold, and folds have about
// the same size as far as the groups allow.
std::vector<std::uint32_t> grouped_folds(std::span<const std::uint32_t> groups, std::size_t folds,
                                         Random& random);

// Return the rows of the fold, or all others.
std::vector<std::uint32_t> rows_in_fold(std::span<const std::uint32_t> folds, std::uint32_t fold);
std::vector<std::uint32_t> rows_outside_fold(std::span<const std::uint32_t> folds,
                                             std::uint32_t fold);

// Predicts every fold after training on the others; returns one table for all.
Result<Confusion> cross_validate(const Dataset& rows, std::span<const std::uint32_t> folds,
                                 const Learner& learner);

// Returns as many random rows of every class as the smallest class has, in their original order.
std::vector<std::uint32_t> balanced_rows(const Dataset& rows, Random& random);

}  // namespace freshet
