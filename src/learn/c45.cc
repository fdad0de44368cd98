#include "learn/c45.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <memory>
#include <numbers>
#include <utility>

#include "base/check.h"
#include "learn/c45_split.h"

namespace freshet {
namespace {

// A subtree that saves at most this many training errors becomes a leaf.
constexpr double kCollapseTolerance = 1e-3;

// A smaller tree wins even if it is expected to make this many more errors.
constexpr double kPruneTolerance = 0.1;

// A node of the growing tree. A leaf has no children, and all its cases are in one bag.
struct Growing {
  Split split;
  std::vector<Case> cases;  // kept only if subtrees may be raised
  std::vector<std::unique_ptr<Growing>> children;

  bool is_leaf() const { return children.empty(); }
  void become_leaf() {
    children.clear();
    split = {.branches = 1, .bags = split.bags.merged()};
  }
};

class Grower {
 public:
  Grower(const Dataset& rows, const C45Options& options) : rows_(rows), options_(options) {}

  std::unique_ptr<Growing> grow(std::vector<Case> cases, std::size_t depth) const {
    auto node = std::make_unique<Growing>();
    if (depth < kTreeLevelsMax) node->split = best_split(rows_, cases, options_.leaf_weight_min);
    if (node->split.branches == 0) {
      node->split = {.branches = 1, .bags = bag_of(rows_, cases)};
    } else {
      for (std::vector<Case>& part : divide(rows_, cases, node->split))
        node->children.push_back(grow(std::move(part), depth + 1));
    }
    if (options_.prune && options_.raise_subtrees) node->cases = std::move(cases);
    return node;
  }

  // Replaces subtrees that do not reduce the training errors by leaves.
  void collapse(Growing& node) const {
    if (node.is_leaf()) return;
    if (training_errors(node) >= node.split.bags.errors() - kCollapseTolerance) {
      node.become_leaf();
    } else {
      for (const auto& child : node.children) collapse(*child);
    }
  }

  // Bottom up: a subtree stays, becomes a leaf, or is replaced by its largest branch, whichever has
  // the fewest expected errors.
  void prune(Growing& node) const {
    for (bool again = true; again && !node.is_leaf();) {
      again = false;
      for (const auto& child : node.children) prune(*child);
      Growing& largest = *node.children[node.split.bags.largest_bag()];
      const double as_branch = options_.raise_subtrees ? expected_errors(largest, node.cases)
                                                       : std::numeric_limits<double>::max();
      const double as_leaf = expected_errors(node.split.bags);
      const double as_tree = expected_errors(node);
      if (at_most(as_leaf, as_tree + kPruneTolerance) &&
          at_most(as_leaf, as_branch + kPruneTolerance)) {
        node.become_leaf();
      } else if (at_most(as_branch, as_tree + kPruneTolerance)) {
        raise(node, largest);
        again = true;
      }
    }
  }

 private:
  double training_errors(const Growing& node) const {
    if (node.is_leaf()) return node.split.bags.errors();
    double errors = 0;
    for (const auto& child : node.children) errors += training_errors(*child);
    return errors;
  }

  double expected_errors(const ClassBags& bags) const {
    if (nearly_equal(bags.total(), 0)) return 0;
    return bags.errors() + expected_extra_errors(bags.total(), bags.errors(), options_.confidence);
  }

  double expected_errors(const Growing& node) const {
    if (node.is_leaf()) return expected_errors(node.split.bags);
    double errors = 0;
    for (const auto& child : node.children) errors += expected_errors(*child);
    return errors;
  }

  // Returns the errors expected if `cases` reached the node.
  double expected_errors(const Growing& node, std::span<const Case> cases) const {
    if (node.is_leaf()) return expected_errors(bag_of(rows_, cases));
    const Split split{.feature = node.split.feature,
                      .branches = node.split.branches,
                      .threshold = node.split.threshold,
                      .bags = bags_of(rows_, cases, node.split)};
    const auto parts = divide(rows_, cases, split);
    double errors = 0;
    for (std::size_t i = 0; i < parts.size(); ++i)
      errors += expected_errors(*node.children[i], parts[i]);
    return errors;
  }

  // Replaces `node` by its child `branch`, which gets all its cases.
  void raise(Growing& node, Growing& branch) const {
    std::vector<Case> cases = std::move(node.cases);
    node.split = std::move(branch.split);
    auto children = std::move(branch.children);
    node.children = std::move(children);
    hand_down(node, std::move(cases));
  }

  void hand_down(Growing& node, std::vector<Case> cases) const {
    if (node.is_leaf()) {
      node.split.bags = bag_of(rows_, cases);
    } else {
      node.split.bags = bags_of(rows_, cases, node.split);
      auto parts = divide(rows_, cases, node.split);
      for (std::size_t i = 0; i < parts.size(); ++i)
        hand_down(*node.children[i], std::move(parts[i]));
    }
    node.cases = std::move(cases);
  }

  const Dataset& rows_;
  const C45Options& options_;
};

// Returns z with P(a standard normal variable < z) = 1 - tail, by Newton's method.
double normal_quantile(double tail) {
  double z = 0;
  for (int i = 0; i < 60; ++i) {
    const double error = 0.5 * std::erfc(z / std::numbers::sqrt2) - tail;
    const double step = error * std::sqrt(2 * std::numbers::pi) * std::exp(z * z / 2);
    z += step;
    if (std::abs(step) < 1e-15) break;
  }
  return z;
}

// Lists the nodes level by level, each child with the weights counted by its parent's split.
DecisionTree flatten(const Schema& schema, const Growing& root) {
  std::vector<DecisionTree::Node> nodes;
  std::vector<double> weights;
  const std::size_t classes = schema.class_count();
  for (std::size_t label = 0; label < classes; ++label)
    weights.push_back(root.split.bags.of_class(label));
  std::deque<const Growing*> waiting = {&root};
  for (; !waiting.empty(); waiting.pop_front()) {
    const Growing& node = *waiting.front();
    if (node.is_leaf()) {
      nodes.push_back({});
      continue;
    }
    nodes.push_back({.feature = static_cast<std::int32_t>(node.split.feature),
                     .threshold = node.split.threshold});
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      waiting.push_back(node.children[i].get());
      for (std::size_t label = 0; label < classes; ++label)
        weights.push_back(std::max(node.split.bags.of(i, label), 0.0));
    }
  }
  auto tree = DecisionTree::make(schema, std::move(nodes), std::move(weights));
  require(tree.has_value(), "what was grown is a tree");
  return std::move(*tree);
}

}  // namespace

double expected_extra_errors(double weight, double errors, double confidence) {
  require(confidence > 0 && confidence <= 0.5, "a confidence is above 0, up to 0.5");
  if (errors < 1) {
    // Without errors the limit is exact; from there to one error it is linear, as in C4.5.
    const double none = weight * (1 - std::pow(confidence, 1 / weight));
    if (errors == 0) return none;
    return none + errors * (expected_extra_errors(weight, 1, confidence) - none);
  }
  if (errors + 0.5 >= weight) return std::max(weight - errors, 0.0);
  const double z = normal_quantile(confidence);
  const double f = (errors + 0.5) / weight;
  const double limit =
      (f + z * z / (2 * weight) +
       z * std::sqrt(f / weight - f * f / weight + z * z / (4 * weight * weight))) /
      (1 + z * z / weight);
  return limit * weight - errors;
}

DecisionTree grow_c45(const Dataset& rows, const C45Options& options) {
  const Grower grower(rows, options);
  std::vector<Case> cases;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows.label(i) != kClassMissing)
      cases.push_back({static_cast<std::uint32_t>(i), rows.weight(i)});
  const std::unique_ptr<Growing> root = grower.grow(std::move(cases), 0);
  grower.collapse(*root);
  if (options.prune) grower.prune(*root);
  return flatten(rows.schema(), *root);
}

}  // namespace freshet
