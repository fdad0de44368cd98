// How good a learner is: tables of what was said against what was true, and ways to part rows into
// those to learn from and those to ask about.
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

// Something that makes a classifier of rows. Never answers with an empty pointer.
using Learner = std::function<Result<std::unique_ptr<Classifier>>(const Dataset&)>;

// The weight of the rows of each class that were taken for each class.
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

  // The share that was taken for another class; 0 if there is nothing.
  double error() const;

  // The mean over the classes that occur of the share of each that was taken for another.
  double balanced_error() const;

 private:
  std::size_t classes_;
  std::vector<double> weights_;
};

// What `classifier` says of all rows whose class is known.
Confusion ask(const Classifier& classifier, const Dataset& rows);

// A fold for each row, 0 to `folds` - 1: each has about the same number of rows of every class.
std::vector<std::uint32_t> stratified_folds(const Dataset& rows, std::size_t folds, Random& random);

// A fold for each row so that rows of one group (a site) are in one fold, and folds have about the
// same number of rows as far as the groups allow.
std::vector<std::uint32_t> grouped_folds(std::span<const std::uint32_t> groups, std::size_t folds,
                                         Random& random);

// The rows of the fold, or all but those.
std::vector<std::uint32_t> rows_in_fold(std::span<const std::uint32_t> folds, std::uint32_t fold);
std::vector<std::uint32_t> rows_outside_fold(std::span<const std::uint32_t> folds,
                                             std::uint32_t fold);

// Every fold asked about after learning from the others, all in one table.
Result<Confusion> cross_validate(const Dataset& rows, std::span<const std::uint32_t> folds,
                                 const Learner& learner);

// Of every class as many rows as the smallest class has, drawn at random; in the order they had.
std::vector<std::uint32_t> balanced_rows(const Dataset& rows, Random& random);

}  // namespace freshet
