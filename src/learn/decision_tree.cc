#include "learn/decision_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "learn/class_bags.h"
#include "learn/likeliest.h"
#include "learn/print_number.h"

namespace freshet {
namespace {

constexpr std::size_t kNoChild = 0;  // the root is never a child

std::unexpected<Error> refuse_tree(std::string why) {
  return std::unexpected(Error{Errc::corrupt, std::move(why)});
}

}  // namespace

Result<DecisionTree> DecisionTree::make(Schema schema, std::vector<Node> nodes,
                                        std::vector<double> weights) {
  if (nodes.empty()) return refuse_tree("a tree has at least one node");
  if (nodes.size() > kTreeNodesMax)
    return refuse_tree(fmt::format("a tree has at most {} nodes", kTreeNodesMax));
  if (weights.size() != nodes.size() * schema.class_count())
    return refuse_tree("a tree has a weight for each class at each node");
  for (const double weight : weights)
    if (!std::isfinite(weight) || weight < 0)
      return refuse_tree("the weights of a tree are not negative");
  DecisionTree tree;
  tree.schema_ = std::move(schema);
  tree.nodes_ = std::move(nodes);
  tree.weights_ = std::move(weights);
  tree.parents_.assign(tree.nodes_.size(), 0);
  std::vector<std::uint32_t> depths(tree.nodes_.size());
  std::size_t next = 1;
  for (std::size_t i = 0; i < tree.nodes_.size(); ++i) {
    Node& node = tree.nodes_[i];
    if (i >= next) return refuse_tree(fmt::format("no node leads to node {}", i));
    if (node.feature < 0) continue;
    if (static_cast<std::size_t>(node.feature) >= tree.schema_.features.size())
      return refuse_tree(fmt::format("node {} asks for a feature that is not there", i));
    if (!std::isfinite(node.threshold))
      return refuse_tree(fmt::format("the threshold of node {} is no number", i));
    const std::size_t branches = tree.branches(node);
    if (tree.nodes_.size() - next < branches)
      return refuse_tree(fmt::format("the branches of node {} are missing", i));
    if (depths[i] == kTreeLevelsMax)
      return refuse_tree(fmt::format("a tree is at most {} levels deep", kTreeLevelsMax));
    node.first_child = static_cast<std::uint32_t>(next);
    for (std::size_t k = 0; k < branches; ++k, ++next) {
      tree.parents_[next] = static_cast<std::uint32_t>(i);
      depths[next] = depths[i] + 1;
    }
  }
  if (next != tree.nodes_.size()) return refuse_tree("the tree has nodes that nothing leads to");
  tree.prepare();
  return tree;
}

void DecisionTree::prepare() {
  totals_.resize(nodes_.size());
  decisions_.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    totals_[i] = 0;
    for (const double weight : weights_at(i)) totals_[i] += weight;
  }
  std::vector<double> out(schema_.class_count());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].feature >= 0) continue;
    std::fill(out.begin(), out.end(), 0);
    add_leaf(i, 1, out);
    decisions_[i] = likeliest(out);
  }
}

std::size_t DecisionTree::branches(const Node& node) const {
  const Attribute& feature = schema_.features[static_cast<std::size_t>(node.feature)];
  return feature.is_numeric() ? 2 : feature.values.size();
}

std::span<const double> DecisionTree::weights_at(std::size_t node) const {
  return {weights_.data() + node * schema_.class_count(), schema_.class_count()};
}

std::size_t DecisionTree::leaf_count() const {
  return static_cast<std::size_t>(std::count_if(nodes_.begin(), nodes_.end(),
                                                [](const Node& node) { return node.feature < 0; }));
}

std::size_t DecisionTree::child_for(const Node& node, std::span<const double> row) const {
  const auto f = static_cast<std::size_t>(node.feature);
  const double value = row[f];
  if (is_missing(value)) return kNoChild;
  const std::size_t values = schema_.features[f].values.size();
  if (values == 0) return node.first_child + (at_most(value, node.threshold) ? 0 : 1);
  if (!(value >= 0 && value < static_cast<double>(values))) return kNoChild;
  return node.first_child + static_cast<std::size_t>(value);
}

int DecisionTree::classify(std::span<const double> row) const {
  std::size_t at = 0;
  while (nodes_[at].feature >= 0) {
    at = child_for(nodes_[at], row);
    if (at != kNoChild) continue;
    std::vector<double> out(schema_.class_count());
    probabilities(row, out);
    return likeliest(out);
  }
  return decisions_[at];
}

void DecisionTree::probabilities(std::span<const double> row, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0);
  add_below(0, row, 1, out);
}

void DecisionTree::add_probabilities(std::span<const double> row, double weight,
                                     std::span<double> out) const {
  add_below(0, row, weight, out);
}

// An empty leaf answers as its parent.
void DecisionTree::add_leaf(std::size_t node, double weight, std::span<double> out) const {
  while (nearly_equal(total_at(node), 0) && node != 0) node = parents_[node];
  const double total = total_at(node);
  for (std::size_t label = 0; label < out.size(); ++label)
    out[label] += weight * (total > 0 ? weights_at(node)[label] / total
                                      : 1 / static_cast<double>(out.size()));
}

// For a missing value all branches contribute, in proportion to their weight.
void DecisionTree::add_below(std::size_t at, std::span<const double> row, double weight,
                             std::span<double> out) const {
  while (nodes_[at].feature >= 0) {
    const Node& node = nodes_[at];
    const std::size_t child = child_for(node, row);
    if (child != kNoChild) {
      at = child;
      continue;
    }
    if (nearly_equal(total_at(at), 0)) break;
    double below = 0;
    for (std::size_t k = 0; k < branches(node); ++k) below += total_at(node.first_child + k);
    if (!(below > 0)) break;
    for (std::size_t k = 0; k < branches(node); ++k)
      if (clearly_greater(total_at(node.first_child + k), 0))
        add_below(node.first_child + k, row, weight * total_at(node.first_child + k) / below, out);
    return;
  }
  add_leaf(at, weight, out);
}

std::string DecisionTree::print() const {
  std::string out;
  if (nodes_[0].feature < 0) {
    out += ": ";
    print_label(0, out);
  } else {
    print_below(0, 0, out);
  }
  out += fmt::format("\n\nNumber of Leaves  : \t{}\n\nSize of the tree : \t{}\n", leaf_count(),
                     node_count());
  return out;
}

void DecisionTree::print_below(std::size_t at, std::size_t depth, std::string& out) const {
  const Node& node = nodes_[at];
  const Attribute& feature = schema_.features[static_cast<std::size_t>(node.feature)];
  for (std::size_t k = 0; k < branches(node); ++k) {
    out += '\n';
    for (std::size_t i = 0; i < depth; ++i) out += "|   ";
    out += feature.name;
    if (feature.is_numeric()) {
      out += k == 0 ? " <= " : " > ";
      out += six_decimals(node.threshold);
    } else {
      out += " = ";
      out += feature.values[k];
    }
    const std::size_t child = node.first_child + k;
    if (nodes_[child].feature >= 0) {
      print_below(child, depth + 1, out);
    } else {
      out += ": ";
      print_label(child, out);
    }
  }
}

void DecisionTree::print_label(std::size_t leaf, std::string& out) const {
  const std::size_t source = clearly_greater(total_at(leaf), 0) ? leaf : parents_[leaf];
  std::size_t best = 0;
  double most = 0;
  for (std::size_t label = 0; label < schema_.class_count(); ++label) {
    if (!clearly_greater(weights_at(source)[label], most)) continue;
    most = weights_at(source)[label];
    best = label;
  }
  const double errors = total_at(leaf) - weights_at(leaf)[best];
  out += fmt::format("{} ({}", schema_.label.values[best], two_decimals(total_at(leaf)));
  if (clearly_greater(errors, 0)) out += fmt::format("/{}", two_decimals(errors));
  out += ')';
}

}  // namespace freshet
