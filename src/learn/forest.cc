#include "learn/forest.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/check.h"
#include "base/random.h"
#include "learn/c45_split.h"
#include "learn/likeliest.h"
#include "learn/model_text.h"

namespace freshet {
namespace {

// Grows one tree level by level, so that its nodes are in the order of DecisionTree.
class ForestTree {
 public:
  ForestTree(const Dataset& rows, const ForestOptions& options, std::size_t features_per_split,
             Random& random)
      : rows_(rows), options_(options), per_split_(features_per_split), random_(random) {
    for (std::size_t f = 0; f < rows.schema().features.size(); ++f) features_.push_back(f);
  }

  DecisionTree grow(std::vector<Case> cases) {
    std::vector<DecisionTree::Node> nodes;
    std::vector<double> weights;
    std::vector<std::vector<Case>> level;
    level.push_back(std::move(cases));
    for (std::size_t depth = 0; !level.empty(); ++depth) {
      std::vector<std::vector<Case>> below;
      for (std::vector<Case>& at_node : level) {
        const ClassBags bag = bag_of(rows_, at_node);
        for (std::size_t label = 0; label < bag.classes(); ++label)
          weights.push_back(bag.of_class(label));
        nodes.push_back({});
        if (depth == options_.depth_max || bag.errors() < kWeightTolerance) continue;
        const Split split = choose(at_node, bag);
        if (split.branches == 0) continue;
        nodes.back() = {.feature = static_cast<std::int32_t>(split.feature),
                        .threshold = split.threshold};
        for (auto& part : divide(rows_, at_node, split)) below.push_back(std::move(part));
      }
      level = std::move(below);
    }
    auto tree = DecisionTree::make(rows_.schema(), std::move(nodes), std::move(weights));
    require(tree.has_value(), "what was grown is a tree");
    return std::move(*tree);
  }

 private:
  // Chooses the best of a few random features; tries more while none splits.
  Split choose(std::span<const Case> cases, const ClassBags& bag) {
    Split best;
    for (std::size_t i = 0; i < features_.size(); ++i) {
      if (i >= per_split_ && best.branches > 0) break;
      std::swap(features_[i], features_[i + random_.below(features_.size() - i)]);
      Split split = rows_.schema().features[features_[i]].is_numeric()
                        ? by_threshold(cases, features_[i], bag)
                        : by_value(cases, features_[i], bag);
      if (split.branches > 0 && split.gain > best.gain) best = std::move(split);
    }
    if (best.branches > 0) best.bags = bags_of(rows_, cases, best);
    return best;
  }

  Split by_value(std::span<const Case> cases, std::size_t feature, const ClassBags& bag) const {
    Split split{.feature = feature,
                .bags = {rows_.schema().features[feature].values.size(), bag.classes()}};
    for (const Case& one : cases) {
      const double value = rows_.value(one.row, feature);
      if (!is_missing(value))
        split.bags.add(static_cast<std::size_t>(value), label_of(one), one.weight);
    }
    if (!split.bags.has_two_bags_of(options_.leaf_weight_min)) return split;
    split.branches = split.bags.bags();
    split.gain = split.bags.gain(bag.total());
    return split;
  }

  Split by_threshold(std::span<const Case> cases, std::size_t feature, const ClassBags& bag) {
    Split split{.feature = feature, .bags = {2, bag.classes()}};
    sorted_.clear();
    for (const Case& one : cases) {
      const double value = rows_.value(one.row, feature);
      if (is_missing(value)) continue;
      sorted_.emplace_back(value, one);
      split.bags.add(1, label_of(one), one.weight);
    }
    std::sort(sorted_.begin(), sorted_.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    const double before = split.bags.entropy_before();
    for (std::size_t i = 0; i + 1 < sorted_.size(); ++i) {
      const auto& [value, one] = sorted_[i];
      split.bags.move(1, 0, label_of(one), one.weight);
      if (!clearly_less(value, sorted_[i + 1].first) ||
          !at_least(split.bags.of_bag(0), options_.leaf_weight_min) ||
          !at_least(split.bags.of_bag(1), options_.leaf_weight_min))
        continue;
      const double gain = split.bags.gain(bag.total(), before);
      if (gain <= split.gain) continue;
      split.gain = gain;
      split.branches = 2;
      split.threshold = value + (sorted_[i + 1].first - value) / 2;
      // Comparison at the threshold has a tolerance; the next value must go right.
      if (at_most(sorted_[i + 1].first, split.threshold)) split.threshold = value;
    }
    return split;
  }

  std::size_t label_of(const Case& one) const {
    return static_cast<std::size_t>(rows_.label(one.row));
  }

  const Dataset& rows_;
  const ForestOptions& options_;
  std::size_t per_split_;
  Random& random_;
  std::vector<std::size_t> features_;  // shuffled as far as needed
  std::vector<std::pair<double, Case>> sorted_;
};

}  // namespace

Forest Forest::train(const Dataset& all, const ForestOptions& options) {
  require(options.trees >= 1 && options.trees <= kForestTreesMax, "a forest has trees");
  const Dataset rows = all.with_known_class();
  const std::size_t features = rows.schema().features.size();
  const std::size_t per_split =
      options.features_per_split > 0 ? options.features_per_split : std::bit_width(features);
  Random random(options.seed);
  Forest forest;
  forest.schema_ = rows.schema();
  std::vector<double> drawn(rows.size());
  for (std::size_t t = 0; t < options.trees; ++t) {
    std::fill(drawn.begin(), drawn.end(), 0);
    for (std::size_t i = 0; i < rows.size(); ++i) drawn[random.below(rows.size())] += 1;
    std::vector<Case> cases;
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (drawn[i] > 0) cases.push_back({static_cast<std::uint32_t>(i), drawn[i] * rows.weight(i)});
    forest.trees_.push_back(ForestTree(rows, options, per_split, random).grow(std::move(cases)));
  }
  return forest;
}

void Forest::probabilities(std::span<const double> row, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0);
  for (const DecisionTree& tree : trees_)
    tree.add_probabilities(row, 1 / static_cast<double>(trees_.size()), out);
}

int Forest::classify(std::span<const double> row) const {
  std::vector<double> out(schema_.class_count());
  probabilities(row, out);
  return likeliest(out);
}

void Forest::write_body(std::string& out) const {
  out += "kind forest\ntrees";
  append_count(out, trees_.size());
  out += '\n';
  for (const DecisionTree& tree : trees_) tree.write_nodes(out);
}

Result<Forest> Forest::read_body(const Schema& schema, TextScan& scan) {
  auto read = read_exactly(scan, "trees");
  if (!read) return std::unexpected(read.error());
  const auto count = read_count(scan, "the number of trees", kForestTreesMax);
  if (!count) return std::unexpected(count.error());
  if (*count == 0) return scan.error("a forest has trees", Errc::corrupt);
  if (read = read_line_end(scan); !read) return std::unexpected(read.error());
  Forest forest;
  forest.schema_ = schema;
  for (std::size_t t = 0; t < *count; ++t) {
    auto tree = DecisionTree::read_nodes(schema, scan);
    if (!tree) return std::unexpected(tree.error());
    forest.trees_.push_back(std::move(*tree));
  }
  return forest;
}

}  // namespace freshet
