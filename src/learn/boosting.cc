#include "learn/boosting.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "learn/decision_tree.h"
#include "learn/likeliest.h"
#include "learn/model_text.h"

namespace freshet {
namespace {

// Limit of a leaf's contribution, so that sums stay finite.
constexpr float kLeafMax = 1e6F;

std::unexpected<Error> refuse_boosting(std::string why) {
  return std::unexpected(Error{Errc::corrupt, std::move(why)});
}

// Numbers the children of each node; the error says why the nodes are not a tree.
Status link_nodes(std::vector<Boosting::Node>& nodes, std::size_t columns) {
  if (nodes.empty()) return refuse_boosting("a tree has at least one node");
  std::vector<std::uint32_t> depths(nodes.size());
  std::size_t next = 1;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Boosting::Node& node = nodes[i];
    if (i >= next) return refuse_boosting(fmt::format("no node leads to node {}", i));
    if (node.column < 0) {
      if (!(std::abs(node.threshold) <= kLeafMax))
        return refuse_boosting(fmt::format("leaf {} adds more than {}", i, kLeafMax));
      continue;
    }
    if (static_cast<std::size_t>(node.column) >= columns)
      return refuse_boosting(fmt::format("node {} asks for a column that is not there", i));
    if (nodes.size() - next < 2)
      return refuse_boosting(fmt::format("the branches of node {} are missing", i));
    if (depths[i] == kTreeLevelsMax)
      return refuse_boosting(fmt::format("a tree is at most {} levels deep", kTreeLevelsMax));
    node.first_child = static_cast<std::uint32_t>(next);
    depths[next] = depths[next + 1] = depths[i] + 1;
    next += 2;
  }
  if (next != nodes.size()) return refuse_boosting("the tree has nodes that nothing leads to");
  return {};
}

float answer(const Boosting::Tree& tree, std::span<const float> columns) {
  const Boosting::Node* node = tree.nodes.data();
  while (node->column >= 0) {
    const float value = columns[static_cast<std::size_t>(node->column)];
    const bool goes_first = std::isnan(value) ? node->missing_goes_first : value < node->threshold;
    node = tree.nodes.data() + node->first_child + (goes_first ? 0 : 1);
  }
  return node->threshold;
}

}  // namespace

std::size_t column_count(const Schema& schema) {
  std::size_t count = 0;
  for (const Attribute& feature : schema.features)
    count += feature.is_numeric() ? 1 : feature.values.size();
  return count;
}

void fill_columns(const Schema& schema, std::span<const double> row, std::span<float> columns) {
  constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  constexpr double kMost = std::numeric_limits<float>::max();
  std::size_t at = 0;
  for (std::size_t f = 0; f < row.size(); ++f) {
    const std::size_t values = schema.features[f].values.size();
    if (values == 0) {
      columns[at++] =
          is_missing(row[f]) ? kNone : static_cast<float>(std::clamp(row[f], -kMost, kMost));
      continue;
    }
    const bool is_known = row[f] >= 0 && row[f] < static_cast<double>(values);
    for (std::size_t value = 0; value < values; ++value)
      columns[at++] = !is_known ? kNone : static_cast<std::size_t>(row[f]) == value ? 1.0F : 0.0F;
  }
}

Result<Boosting> Boosting::make(Schema schema, std::vector<Tree> trees) {
  if (trees.size() > kBoostingTreesMax)
    return refuse_boosting(fmt::format("there are at most {} trees", kBoostingTreesMax));
  const std::size_t columns = column_count(schema);
  for (Tree& tree : trees) {
    if (tree.label >= schema.class_count())
      return refuse_boosting("a tree speaks for a class that is not there");
    if (auto linked = link_nodes(tree.nodes, columns); !linked)
      return std::unexpected(linked.error());
  }
  Boosting model;
  model.schema_ = std::move(schema);
  model.trees_ = std::move(trees);
  return model;
}

void Boosting::probabilities(std::span<const double> row, std::span<double> out) const {
  std::vector<float> columns(column_count(schema_));
  fill_columns(schema_, row, columns);
  std::fill(out.begin(), out.end(), 0);
  for (const Tree& tree : trees_) out[tree.label] += static_cast<double>(answer(tree, columns));
  const double most = *std::max_element(out.begin(), out.end());
  double sum = 0;
  for (double& value : out) sum += value = std::exp(value - most);
  for (double& value : out) value /= sum;
}

int Boosting::classify(std::span<const double> row) const {
  std::vector<double> out(schema_.class_count());
  probabilities(row, out);
  return likeliest(out);
}

void Boosting::write_body(std::string& out) const {
  out += "kind boosting\ntrees";
  append_count(out, trees_.size());
  out += '\n';
  for (const Tree& tree : trees_) {
    out += "tree";
    append_count(out, tree.label);
    append_count(out, tree.nodes.size());
    out += '\n';
    for (const Node& node : tree.nodes) {
      if (node.column < 0) {
        out += fmt::format("add {}\n", node.threshold);
      } else {
        out += fmt::format("below {} {} {}\n", node.column, node.threshold,
                           node.missing_goes_first ? "first" : "second");
      }
    }
  }
}

namespace {

Result<float> read_float(TextScan& scan, std::string_view what) {
  const auto number = read_number(scan, what);
  if (!number) return std::unexpected(number.error());
  if (!(std::abs(*number) <= static_cast<double>(std::numeric_limits<float>::max())))
    return scan.error(fmt::format("{} is too large", what), Errc::corrupt);
  return static_cast<float>(*number);
}

Result<Boosting::Node> read_node(TextScan& scan) {
  const auto kind = read_word(scan, "add or below");
  if (!kind) return std::unexpected(kind.error());
  Boosting::Node node;
  if (*kind == "below") {
    const auto column = read_count(scan, "a column", kAttributesMax * kAttributeValuesMax);
    if (!column) return std::unexpected(column.error());
    node.column = static_cast<std::int32_t>(*column);
  } else if (*kind != "add") {
    return scan.error("a node begins with add or below", Errc::corrupt);
  }
  const auto number = read_float(scan, "a threshold");
  if (!number) return std::unexpected(number.error());
  node.threshold = *number;
  if (node.column >= 0) {
    const auto side = read_word(scan, "first or second");
    if (!side) return std::unexpected(side.error());
    if (*side != "first" && *side != "second")
      return scan.error("what is missing goes first or second", Errc::corrupt);
    node.missing_goes_first = *side == "first";
  }
  if (auto end = read_line_end(scan); !end) return std::unexpected(end.error());
  return node;
}

Result<Boosting::Tree> read_tree(TextScan& scan) {
  if (auto read = read_exactly(scan, "tree"); !read) return std::unexpected(read.error());
  const auto label = read_count(scan, "a class", kClassesMax);
  if (!label) return std::unexpected(label.error());
  const auto count = read_count(scan, "the number of nodes", kTreeNodesMax);
  if (!count) return std::unexpected(count.error());
  if (auto end = read_line_end(scan); !end) return std::unexpected(end.error());
  Boosting::Tree tree{*label, {}};
  for (std::size_t i = 0; i < *count; ++i) {
    const auto node = read_node(scan);
    if (!node) return std::unexpected(node.error());
    tree.nodes.push_back(*node);
  }
  return tree;
}

}  // namespace

Result<Boosting> Boosting::read_body(const Schema& schema, TextScan& scan) {
  auto read = read_exactly(scan, "trees");
  if (!read) return std::unexpected(read.error());
  const auto count = read_count(scan, "the number of trees", kBoostingTreesMax);
  if (!count) return std::unexpected(count.error());
  if (read = read_line_end(scan); !read) return std::unexpected(read.error());
  std::vector<Tree> trees;
  for (std::size_t i = 0; i < *count; ++i) {
    auto tree = read_tree(scan);
    if (!tree) return std::unexpected(tree.error());
    trees.push_back(std::move(*tree));
  }
  auto model = make(schema, std::move(trees));
  if (!model) return scan.error(model.error().message, Errc::corrupt);
  return model;
}

}  // namespace freshet
