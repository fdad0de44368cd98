// A classifier: from features to the probability of each class. Design: docs/design/learn.md.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "learn/dataset.h"

namespace freshet {

// Immutable once made; may be asked from several threads.
class Classifier {
 public:
  virtual ~Classifier() = default;

  virtual const Schema& schema() const = 0;

  // Fills `probabilities`, one for each class. `row` has a value for each feature of the schema; a
  // nominal value that the schema does not have counts as missing. The probabilities sum to 1.
  virtual void probabilities(std::span<const double> row,
                             std::span<double> probabilities) const = 0;

  // The likeliest class: the place of its name in the schema. Of equally likely ones the first.
  virtual int classify(std::span<const double> row) const = 0;

  // What follows the head of a model file (docs/formats/model.md): a line "kind ..." and its body.
  virtual void write_body(std::string& out) const = 0;
};

}  // namespace freshet
