// Gradient boosting: small trees, each correcting the sum of those before it. libxgboost grows
// them; the model is ours: trees as values, read and evaluated without the library.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "learn/classifier.h"

namespace freshet {

class TextScan;

constexpr std::size_t kBoostingTreesMax = 100000;

struct BoostingOptions {
  int rounds = 200;        // trees per class
  int depth_max = 6;       // of a tree
  double shrinkage = 0.1;  // learning rate: the part of each tree's correction that is applied
  double row_share = 0.8;  // of the rows, drawn anew for each round
  double leaf_weight_min = 1;
  std::uint64_t seed = 1;
};

// Rows for a model of shares: each has a target from 0 to 1 and a weight.
struct ShareRows {
  std::vector<float> values;  // row by row, one for each numeric feature; NaN: unknown
  std::vector<float> shares;
  std::vector<float> weights;
};

struct ShareBoostingOptions {
  int rounds = 120;
  int leaves_max = 16;  // of a tree
  double shrinkage = 0.1;
  double row_share = 0.7;      // of the rows, drawn anew for each tree
  double feature_share = 0.5;  // of the features, drawn anew for each split
  double leaf_weight_min = 1;
  double l2 = 5;
  std::uint64_t seed = 1;
};

// Trees split on columns: a number, or an indicator (0 or 1) for one value of a nominal feature.
// The columns follow from the schema.
class Boosting final : public Classifier {
 public:
  struct Node {
    std::int32_t column = -1;       // -1: a leaf
    std::uint32_t first_child = 0;  // below the threshold; the next one otherwise
    float threshold = 0;            // of a split; for a leaf, its contribution
    bool missing_goes_first = false;
  };
  struct Tree {
    std::size_t label = 0;    // the class it contributes to
    std::vector<Node> nodes;  // level by level, siblings adjacent, first_child unset
  };

  static Result<Boosting> train(const Dataset& rows, const BoostingOptions& options);
  // Learns the share (logistic loss) as the probability of the second of two classes. All features
  // of the schema are numeric.
  static Result<Boosting> train_shares(Schema schema, const ShareRows& rows,
                                       const ShareBoostingOptions& options);
  static Result<Boosting> make(Schema schema, std::vector<Tree> trees);
  static Result<Boosting> read_body(const Schema& schema, TextScan& scan);

  const Schema& schema() const override { return schema_; }
  const std::vector<Tree>& trees() const { return trees_; }
  void probabilities(std::span<const double> row, std::span<double> out) const override;
  int classify(std::span<const double> row) const override;
  void write_body(std::string& out) const override;

 private:
  Schema schema_;
  std::vector<Tree> trees_;
};

// Number and values of the columns of a row.
std::size_t column_count(const Schema& schema);
void fill_columns(const Schema& schema, std::span<const double> row, std::span<float> columns);

}  // namespace freshet
