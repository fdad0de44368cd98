// A decision tree: at each node a question about one feature, at each leaf the classes that came
// there. c45.h and forest.h grow such trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "learn/classifier.h"

namespace freshet {

class TextScan;

// Deeper trees are not grown and not read.
constexpr std::size_t kTreeLevelsMax = 1000;
constexpr std::size_t kTreeNodesMax = std::size_t{1} << 24;

// Invariant: nodes stand level by level, the children of a node side by side, so a node's number
// follows from the order alone; every split is on a feature of the schema; weights are finite.
class DecisionTree final : public Classifier {
 public:
  struct Node {
    std::int32_t feature = -1;      // -1: a leaf
    std::uint32_t first_child = 0;  // of a split
    double threshold = 0;           // of a number: up to it the first child, else the second
  };

  // `nodes` in order, first_child left open; `weights` are those of the classes at each node, one
  // node after the other. The error says what is wrong with them.
  static Result<DecisionTree> make(Schema schema, std::vector<Node> nodes,
                                   std::vector<double> weights);

  const Schema& schema() const override { return schema_; }
  void probabilities(std::span<const double> row, std::span<double> out) const override;
  int classify(std::span<const double> row) const override;
  void write_body(std::string& out) const override;

  // As J48 prints a tree: a line for each branch, leaves with their class, the weight that came
  // there, and that of other classes; then the counts of leaves and nodes.
  std::string print() const;

  std::size_t node_count() const { return nodes_.size(); }
  std::size_t leaf_count() const;

  // Adds to `out` what probabilities() would give, times `weight`.
  void add_probabilities(std::span<const double> row, double weight, std::span<double> out) const;

  // The nodes of the tree as lines of a model file, and back. read_nodes starts behind the word
  // "nodes".
  void write_nodes(std::string& out) const;
  static Result<DecisionTree> read_nodes(const Schema& schema, TextScan& scan);

 private:
  DecisionTree() = default;
  std::size_t branches(const Node& node) const;
  std::span<const double> weights_at(std::size_t node) const;
  double total_at(std::size_t node) const { return totals_[node]; }
  std::size_t child_for(const Node& node, std::span<const double> row) const;
  void add_leaf(std::size_t node, double weight, std::span<double> out) const;
  void add_below(std::size_t node, std::span<const double> row, double weight,
                 std::span<double> out) const;
  void print_below(std::size_t node, std::size_t depth, std::string& out) const;
  void print_label(std::size_t leaf, std::string& out) const;
  void prepare();

  Schema schema_;
  std::vector<Node> nodes_;
  std::vector<double> weights_;          // of the classes, node by node
  std::vector<double> totals_;           // of each node
  std::vector<std::uint32_t> parents_;   // of each node; the root is its own
  std::vector<std::int32_t> decisions_;  // the class that a leaf stands for
};

}  // namespace freshet
