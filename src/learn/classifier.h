// A classifier: maps features to the probability of each class. Design: docs/design/learn.md.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "learn/dataset.h"

namespace freshet {

// Immutable and thread-safe.
class Classifier {
 public:
  virtual ~Classifier() = default;

  virtual const Schema& schema() const = 0;

  // Fills `probabilities`, one for each class; they sum to 1. `row` has a value for each feature of
  // the schema; an unknown nominal value counts as missing.
  virtual void probabilities(std::span<const double> row,
                             std::span<double> probabilities) const = 0;

  // Returns the most likely class as its index in the schema; the first one on a tie.
  virtual int classify(std::span<const double> row) const = 0;

  // Appends the part after the head of a model file (docs/formats/model.md): a line "kind ..." and
  // its body.
  virtual void write_body(std::string& out) const = 0;
};

}  // namespace freshet
