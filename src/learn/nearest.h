// k nearest neighbours. Numbers are scaled to [0, 1] by the smallest and the largest value seen;
// neighbours tied with the k-th count too, as in WEKA's IBk.
#pragma once

#include <vector>

#include "base/error.h"
#include "learn/classifier.h"

namespace freshet {

class TextScan;

class Nearest final : public Classifier {
 public:
  // `k` is at least 1.
  static Nearest train(const Dataset& rows, std::size_t k);
  static Result<Nearest> read_body(const Schema& schema, TextScan& scan);

  const Schema& schema() const override { return rows_.schema(); }
  void probabilities(std::span<const double> row, std::span<double> out) const override;
  int classify(std::span<const double> row) const override;
  void write_body(std::string& out) const override;

 private:
  Nearest(Dataset rows, std::size_t k);
  void place(std::span<const double> row, std::span<double> out) const;
  double distance(std::span<const double> a, std::span<const double> b, double limit) const;

  Dataset rows_;
  std::size_t k_;
  std::vector<double> low_, range_;  // of each feature; range 0: the feature is ignored
  std::vector<double> placed_;       // the rows with numbers scaled to [0, 1]
};

}  // namespace freshet
