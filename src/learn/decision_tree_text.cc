// The nodes of a tree in a model file, a line each: "leaf WEIGHT...", "number FEATURE THRESHOLD
// WEIGHT..." or "choice FEATURE WEIGHT...".
#include "learn/decision_tree.h"
#include "learn/model_text.h"

namespace freshet {
namespace {

constexpr std::string_view kLeaf = "leaf", kNumber = "number", kChoice = "choice";

Result<DecisionTree::Node> read_question(const Schema& schema, TextScan& scan) {
  const auto kind = read_word(scan, "leaf, number or choice");
  if (!kind) return std::unexpected(kind.error());
  DecisionTree::Node node;
  if (*kind == kLeaf) return node;
  if (*kind != kNumber && *kind != kChoice)
    return scan.error("a node begins with leaf, number or choice", Errc::corrupt);
  const auto feature = read_count(scan, "the feature of a node", kAttributesMax);
  if (!feature) return std::unexpected(feature.error());
  if (*feature >= schema.features.size())
    return scan.error("the node asks for a feature that the model does not have", Errc::corrupt);
  if (schema.features[*feature].is_numeric() != (*kind == kNumber))
    return scan.error("numeric features are asked by number, nominal ones by choice",
                      Errc::corrupt);
  node.feature = static_cast<std::int32_t>(*feature);
  if (*kind == kChoice) return node;
  const auto threshold = read_number(scan, "a threshold");
  if (!threshold) return std::unexpected(threshold.error());
  node.threshold = *threshold;
  return node;
}

}  // namespace

void DecisionTree::write_nodes(std::string& out) const {
  out += "nodes";
  append_count(out, nodes_.size());
  out += '\n';
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    if (node.feature < 0) {
      out += kLeaf;
    } else {
      const auto feature = static_cast<std::size_t>(node.feature);
      const bool is_numeric = schema_.features[feature].is_numeric();
      out += is_numeric ? kNumber : kChoice;
      append_count(out, feature);
      if (is_numeric) append_number(out, node.threshold);
    }
    append_numbers(out, weights_at(i));
    out += '\n';
  }
}

Result<DecisionTree> DecisionTree::read_nodes(const Schema& schema, TextScan& scan) {
  if (auto word = read_exactly(scan, "nodes"); !word) return std::unexpected(word.error());
  const auto count = read_count(scan, "the number of nodes", kTreeNodesMax);
  if (!count) return std::unexpected(count.error());
  if (auto end = read_line_end(scan); !end) return std::unexpected(end.error());
  std::vector<Node> nodes;
  std::vector<double> weights;
  for (std::size_t i = 0; i < *count; ++i) {
    const auto node = read_question(schema, scan);
    if (!node) return std::unexpected(node.error());
    nodes.push_back(*node);
    auto read = read_numbers(scan, "the weight of a class", schema.class_count(), weights);
    if (read) read = read_line_end(scan);
    if (!read) return std::unexpected(read.error());
  }
  auto tree = make(schema, std::move(nodes), std::move(weights));
  if (!tree) return scan.error(tree.error().message, Errc::corrupt);
  return tree;
}

void DecisionTree::write_body(std::string& out) const {
  out += "kind tree\n";
  write_nodes(out);
}

}  // namespace freshet
