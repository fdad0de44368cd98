// A decision tree: each node splits on one feature, each leaf has the weights of the classes that
// reached it. c45.h and forest.h grow such trees.
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

// Deeper trees are neither grown nor read.
constexpr std::size_t kTreeLevelsMax = 1000;
constexpr std::size_t kTreeNodesMax = std::size_t{1} << 24;

// Invariant: nodes are stored level by level with siblings adjacent, so a node's number follows
// from the order alone; every split is on a feature of the schema; weights are finite.
class DecisionTree final : public Classifier {
 public:
  struct Node {
    std::int32_t feature = -1;      // -1: a leaf
    std::uint32_t first_child = 0;  // of a split
    double threshold = 0;           // of a number: values up to it go to the first child
  };

  // `nodes` are in order, with first_child unset; `weights` are those of the classes at each node,
  // node by node. The error names the defect.
  static Result<DecisionTree> make(Schema schema, std::vector<Node> nodes,
                                   std::vector<double> weights);

  const Schema& schema() const override { return schema_; }
  void probabilities(std::span<const double> row, std::span<double> out) const override;
  int classify(std::span<const double> row) const override;
  void write_body(std::string& out) const override;

  // Prints the tree like J48: a line for each branch, leaves with their class, the weight that
  // reached them, and that of other classes; then the counts of leaves and nodes.
  std::string print() const;

  std::size_t node_count() const { return nodes_.size(); }
  std::size_t leaf_count() const;

  // Adds the result of probabilities(), times `weight`, to `out`.
  void add_probabilities(std::span<const double> row, double weight, std::span<double> out) const;

  // Write and read the nodes of the tree as lines of a model file. read_nodes starts after the word
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
  std::vector<std::int32_t> decisions_;  // the class of a leaf
};

}  // namespace freshet
