// Naive Bayes: the features are taken as independent of each other within a class. Numbers are
// normally distributed in each class, values are counted with one added (Laplace). Faithful to
// WEKA's NaiveBayes, but in logarithms, so that many features do not underflow.
#pragma once

#include <vector>

#include "base/error.h"
#include "learn/classifier.h"

namespace freshet {

class TextScan;

class NaiveBayes final : public Classifier {
 public:
  static NaiveBayes train(const Dataset& rows);
  static Result<NaiveBayes> read_body(const Schema& schema, TextScan& scan);

  const Schema& schema() const override { return schema_; }
  void probabilities(std::span<const double> row, std::span<double> out) const override;
  int classify(std::span<const double> row) const override;
  void write_body(std::string& out) const override;

 private:
  // What is known of a feature. Of a number: for each class its mean and its deviation, and the
  // width of a step between its values. Of a nominal one: for each class the log of the probability
  // of each value.
  struct Feature {
    double step = 0;
    std::vector<double> numbers;
  };

  void add_evidence(std::size_t feature, double value, std::span<double> logs) const;

  Schema schema_;
  std::vector<double> log_priors_;
  std::vector<Feature> features_;
};

}  // namespace freshet
