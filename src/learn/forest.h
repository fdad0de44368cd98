// A random forest (Breiman, 2001): many trees, each grown on rows drawn with replacement, each
// split chosen among a few random features; the answer is the mean over the trees.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "learn/classifier.h"
#include "learn/decision_tree.h"

namespace freshet {

constexpr std::size_t kForestTreesMax = 10000;

struct ForestOptions {
  std::size_t trees = 100;
  std::size_t features_per_split = 0;  // 0: log2 of their number, plus one
  double leaf_weight_min = 1;          // of a branch
  std::size_t depth_max = kTreeLevelsMax;
  std::uint64_t seed = 1;
};

class Forest final : public Classifier {
 public:
  static Forest train(const Dataset& rows, const ForestOptions& options);
  static Result<Forest> read_body(const Schema& schema, TextScan& scan);

  const Schema& schema() const override { return schema_; }
  void probabilities(std::span<const double> row, std::span<double> out) const override;
  int classify(std::span<const double> row) const override;
  void write_body(std::string& out) const override;

 private:
  Schema schema_;
  std::vector<DecisionTree> trees_;  // at least one
};

}  // namespace freshet
