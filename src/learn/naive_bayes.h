// Naive Bayes: features are assumed to be independent within a class. Numbers are normally
// distributed in each class, nominal values are counted with Laplace smoothing. Like WEKA's
// NaiveBayes, but in logarithms, so that many features do not underflow.
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
  // Parameters of a feature. Numeric: mean and deviation for each class, and the step between its
  // values. Nominal: the log probability of each value for each class.
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
