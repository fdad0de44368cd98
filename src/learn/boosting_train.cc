// The only file that uses libxgboost: the library grows the trees, and its dump of them is parsed.
#include <fmt/format.h>
#include <xgboost/c_api.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "learn/boosting.h"

namespace freshet {
namespace {

std::unexpected<Error> library_error() {
  return std::unexpected(
      Error{Errc::unavailable, fmt::format("libxgboost: {}", XGBGetLastError())});
}

std::unexpected<Error> unknown_dump() {
  return std::unexpected(
      Error{Errc::unavailable, "libxgboost writes its trees in a way that we do not read"});
}

// Owns the handles of the library.
struct Handles {
  DMatrixHandle rows = nullptr;
  BoosterHandle booster = nullptr;

  Handles() = default;
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;
  ~Handles() {
    if (booster) XGBoosterFree(booster);
    if (rows) XGDMatrixFree(rows);
  }
};

// A node with its number in the dump, and the numbers of its children.
struct DumpedNode {
  Boosting::Node node;
  std::size_t below = 0, else_ = 0;
};

// Removes `prefix` and the number after it from the front of `text`.
template <class Number>
bool take(std::string_view& text, std::string_view prefix, Number& number) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

// Parses "0:[f2<2.45] yes=1,no=2,missing=1" or "1:leaf=0.42".
bool take_line(std::string_view line, std::map<std::size_t, DumpedNode>& nodes) {
  while (line.starts_with('\t')) line.remove_prefix(1);
  std::size_t id = 0, missing = 0;
  if (!take(line, "", id)) return false;
  DumpedNode& node = nodes[id];
  if (take(line, ":leaf=", node.node.threshold)) return true;
  if (!take(line, ":[f", node.node.column) || !take(line, "<", node.node.threshold) ||
      !take(line, "] yes=", node.below) || !take(line, ",no=", node.else_) ||
      !take(line, ",missing=", missing))
    return false;
  node.node.missing_goes_first = missing == node.below;
  return true;
}

// Returns the nodes of one tree, level by level.
Result<std::vector<Boosting::Node>> read_dump(std::string_view dump) {
  std::map<std::size_t, DumpedNode> nodes;
  while (!dump.empty()) {
    const std::size_t end = std::min(dump.find('\n'), dump.size());
    if (end > 0 && !take_line(dump.substr(0, end), nodes)) return unknown_dump();
    dump.remove_prefix(std::min(end + 1, dump.size()));
  }
  std::vector<Boosting::Node> out;
  std::deque<std::size_t> waiting = {0};
  for (; !waiting.empty(); waiting.pop_front()) {
    const auto found = nodes.find(waiting.front());
    if (found == nodes.end() || out.size() == nodes.size()) return unknown_dump();
    out.push_back(found->second.node);
    if (found->second.node.column < 0) continue;
    waiting.push_back(found->second.below);
    waiting.push_back(found->second.else_);
  }
  return out;
}

Status load(std::size_t columns, const std::vector<float>& values, const std::vector<float>& labels,
            const std::vector<float>& weights, Handles& handles) {
  if (XGDMatrixCreateFromMat(values.data(), labels.size(), columns,
                             std::numeric_limits<float>::quiet_NaN(), &handles.rows) != 0 ||
      XGDMatrixSetFloatInfo(handles.rows, "label", labels.data(), labels.size()) != 0 ||
      XGDMatrixSetFloatInfo(handles.rows, "weight", weights.data(), weights.size()) != 0)
    return library_error();
  return {};
}

Status load(const Dataset& rows, Handles& handles) {
  const std::size_t columns = column_count(rows.schema());
  std::vector<float> values(rows.size() * columns), labels, weights;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    fill_columns(rows.schema(), rows.row(i), std::span(values).subspan(i * columns, columns));
    labels.push_back(static_cast<float>(rows.label(i)));
    weights.push_back(static_cast<float>(rows.weight(i)));
  }
  return load(columns, values, labels, weights, handles);
}

// Sets parameters and grows trees.
using Parameters = std::vector<std::pair<const char*, std::string>>;
Status grow(const Parameters& parameters, int rounds, Handles& handles) {
  if (XGBoosterCreate(&handles.rows, 1, &handles.booster) != 0) return library_error();
  for (const auto& [name, value] : parameters)
    if (XGBoosterSetParam(handles.booster, name, value.c_str()) != 0) return library_error();
  for (int round = 0; round < rounds; ++round)
    if (XGBoosterUpdateOneIter(handles.booster, round, handles.rows) != 0) return library_error();
  return {};
}

Status boost(const Schema& schema, const BoostingOptions& options, Handles& handles) {
  // One thread: equal rows and seed give equal trees.
  return grow({{"objective", "multi:softprob"},
               {"num_class", fmt::format("{}", schema.class_count())},
               {"eta", fmt::format("{}", options.shrinkage)},
               {"max_depth", fmt::format("{}", options.depth_max)},
               {"subsample", fmt::format("{}", options.row_share)},
               {"min_child_weight", fmt::format("{}", options.leaf_weight_min)},
               {"tree_method", "hist"},
               {"nthread", "1"},
               {"verbosity", "0"},
               {"seed", fmt::format("{}", options.seed % 0x7fffffff)}},
              options.rounds, handles);
}

Status boost_shares(const ShareBoostingOptions& options, Handles& handles) {
  return grow({{"objective", "binary:logistic"},
               {"base_score", "0.5"},
               {"eta", fmt::format("{}", options.shrinkage)},
               {"grow_policy", "lossguide"},
               {"max_depth", "0"},
               {"max_leaves", fmt::format("{}", options.leaves_max)},
               {"max_bin", "128"},
               {"subsample", fmt::format("{}", options.row_share)},
               {"colsample_bynode", fmt::format("{}", options.feature_share)},
               {"min_child_weight", fmt::format("{}", options.leaf_weight_min)},
               {"lambda", fmt::format("{}", options.l2)},
               {"tree_method", "hist"},
               {"nthread", "1"},
               {"verbosity", "0"},
               {"seed", fmt::format("{}", options.seed % 0x7fffffff)}},
              options.rounds, handles);
}

// Returns the trees that were grown; tree t contributes to class `first_class` + t modulo
// `classes`.
Result<std::vector<Boosting::Tree>> take_trees(std::size_t classes, std::size_t first_class,
                                               Handles& handles) {
  bst_ulong count = 0;
  const char** dumps = nullptr;
  if (XGBoosterDumpModelEx(handles.booster, "", 0, "text", &count, &dumps) != 0)
    return library_error();
  std::vector<Boosting::Tree> trees;
  for (std::size_t t = 0; t < count; ++t) {
    auto nodes = read_dump(dumps[t]);
    if (!nodes) return std::unexpected(nodes.error());
    trees.push_back({first_class + t % classes, std::move(*nodes)});
  }
  return trees;
}

constexpr std::size_t kRowsCompared = 200;
constexpr double kTolerance = 1e-4;  // the library sums floats

// Compares the library's predictions for training rows with ours, which verifies the parse of the
// dump.
Status compare(const Dataset& rows, const Boosting& model, Handles& handles) {
  const float* said = nullptr;
  bst_ulong count = 0;
  if (XGBoosterPredict(handles.booster, handles.rows, 0, 0, 0, &count, &said) != 0)
    return library_error();
  const std::size_t classes = rows.schema().class_count();
  if (count != rows.size() * classes) return unknown_dump();
  std::vector<double> out(classes);
  for (std::size_t i = 0; i < std::min(rows.size(), kRowsCompared); ++i) {
    model.probabilities(rows.row(i), out);
    for (std::size_t label = 0; label < classes; ++label)
      if (std::abs(out[label] - static_cast<double>(said[i * classes + label])) > kTolerance)
        return unknown_dump();
  }
  return {};
}

// The same for shares.
Status compare_shares(const ShareRows& rows, const Boosting& model, Handles& handles) {
  const float* said = nullptr;
  bst_ulong count = 0;
  if (XGBoosterPredict(handles.booster, handles.rows, 0, 0, 0, &count, &said) != 0)
    return library_error();
  if (count != rows.shares.size()) return unknown_dump();
  const std::size_t columns = model.schema().features.size();
  std::array<double, 2> out;
  for (std::size_t i = 0; i < std::min<std::size_t>(count, kRowsCompared); ++i) {
    const auto* row = rows.values.data() + i * columns;
    model.probabilities(std::vector<double>(row, row + columns), out);
    if (std::abs(out[1] - static_cast<double>(said[i])) > kTolerance) return unknown_dump();
  }
  return {};
}

}  // namespace

Result<Boosting> Boosting::train(const Dataset& all, const BoostingOptions& options) {
  const Dataset rows = all.with_known_class();
  const std::size_t classes = rows.schema().class_count();
  if (rows.size() == 0 || classes < 2 || column_count(rows.schema()) == 0)
    return make(rows.schema(), {});
  Handles handles;
  auto done = load(rows, handles);
  if (done) done = boost(rows.schema(), options, handles);
  if (!done) return std::unexpected(done.error());
  auto trees = take_trees(classes, 0, handles);
  if (!trees) return std::unexpected(trees.error());
  auto model = make(rows.schema(), std::move(*trees));
  if (!model) return unknown_dump();
  if (auto same = compare(rows, *model, handles); !same) return std::unexpected(same.error());
  return model;
}

Result<Boosting> Boosting::train_shares(Schema schema, const ShareRows& rows,
                                        const ShareBoostingOptions& options) {
  const std::size_t columns = schema.features.size();
  if (columns == 0 || rows.shares.empty()) return make(std::move(schema), {});
  Handles handles;
  auto done = load(columns, rows.values, rows.shares, rows.weights, handles);
  if (done) done = boost_shares(options, handles);
  if (!done) return std::unexpected(done.error());
  auto trees = take_trees(1, 1, handles);
  if (!trees) return std::unexpected(trees.error());
  auto model = make(std::move(schema), std::move(*trees));
  if (!model) return unknown_dump();
  if (auto same = compare_shares(rows, *model, handles); !same)
    return std::unexpected(same.error());
  return model;
}

}  // namespace freshet
