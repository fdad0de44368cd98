#include "clean/content_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_set>
#include <utility>

#include "base/hash.h"
#include "clean/block_features.h"
#include "learn/model_file.h"
#include "learn/model_text.h"

namespace freshet {
namespace {

constexpr std::uint32_t kNeverMissing = 0;  // a feature that is a finite number in every row
constexpr float kAbove = std::numeric_limits<float>::infinity();  // every finite number
constexpr std::size_t kRowsAtOnce = 8;

std::unexpected<Error> unfit_content(std::string what) {
  return std::unexpected(Error{Errc::corrupt, "content model: " + std::move(what)});
}

Status check_tokens(const std::vector<ScoredToken>& tokens) {
  if (tokens.size() > kContentTokensMax)
    return unfit_content(fmt::format("there are at most {} tokens", kContentTokensMax));
  std::unordered_set<std::string_view> seen;
  for (const ScoredToken& token : tokens) {
    if (!(std::abs(token.score) <= kTokenScoreMax))
      return unfit_content(
          fmt::format("the score of \"{}\" is beyond {}", shown(token.name), kTokenScoreMax));
    if (!seen.insert(token.name).second)
      return unfit_content(fmt::format("the token \"{}\" is there twice", shown(token.name)));
  }
  return {};
}

Status read_content_version(TextScan& scan) {
  if (auto read = read_exactly(scan, "freshet-content"); !read)
    return std::unexpected(Error{Errc::invalid,
                                 "this is no content model of freshet: it does not begin with "
                                 "\"freshet-content\""});
  const auto version = read_word(scan, "a version");
  if (!version) return std::unexpected(version.error());
  if (*version != fmt::format("{}", kContentModelVersion))
    return scan.error(
        fmt::format("the content model is of version {}, and this freshet reads "
                    "version {}; train it anew",
                    shown(*version), kContentModelVersion));
  return read_line_end(scan);
}

std::string checksum_of(std::string_view body) { return fmt::format("{:016x}", hash64(body)); }

// Reads the checksum line, and compares it with the rest of the file.
Status read_checksum(TextScan& scan, std::string_view text) {
  if (auto read = read_exactly(scan, "checksum"); !read) return read;
  const auto said = read_word(scan, "a checksum");
  if (!said) return std::unexpected(said.error());
  if (auto end = read_line_end(scan); !end) return end;
  if (*said == checksum_of(text.substr(scan.offset()))) return {};
  return std::unexpected(
      Error{Errc::corrupt, "the content model is damaged: its checksum does not match"});
}

Result<std::vector<ScoredToken>> read_tokens(TextScan& scan) {
  if (auto read = read_exactly(scan, "tokens"); !read) return std::unexpected(read.error());
  const auto count = read_count(scan, "the number of tokens", kContentTokensMax);
  if (!count) return std::unexpected(count.error());
  if (auto end = read_line_end(scan); !end) return std::unexpected(end.error());
  std::vector<ScoredToken> tokens;
  for (std::size_t i = 0; i < *count; ++i) {
    auto name = read_name(scan, "a token");
    if (!name) return std::unexpected(name.error());
    const auto score = read_number(scan, "its score");
    if (!score) return std::unexpected(score.error());
    if (!(std::abs(*score) <= static_cast<double>(kTokenScoreMax)))
      return scan.error(fmt::format("a score is at most {}", kTokenScoreMax), Errc::corrupt);
    if (auto end = read_line_end(scan); !end) return std::unexpected(end.error());
    tokens.push_back({std::move(*name), static_cast<float>(*score)});
  }
  return tokens;
}

}  // namespace

Result<ContentModel> ContentModel::make(std::vector<std::string> notes,
                                        std::vector<ScoredToken> tokens, Boosting trees) {
  if (auto good = check_tokens(tokens); !good) return std::unexpected(good.error());
  const Schema& schema = trees.schema();
  if (schema.class_count() != 2) return unfit_content("there are two classes: frame and main text");
  for (const Attribute& feature : schema.features)
    if (!feature.is_numeric())
      return unfit_content(fmt::format("the feature \"{}\" is a number", shown(feature.name)));
  const auto features = find_features(schema, block_feature_names());
  if (!features) return std::unexpected(features.error());
  for (const Boosting::Tree& tree : trees.trees())
    if (tree.label != 1) return unfit_content("all trees speak for main text");
  ContentModel model(std::move(trees));
  model.notes_ = std::move(notes);
  model.tokens_ = TokenTable(std::move(tokens));
  model.flatten(*features);
  return model;
}

Result<ContentModel> ContentModel::read(std::string_view text) {
  if (text.size() > kModelBytesMax)
    return std::unexpected(
        Error{Errc::limit, fmt::format("a model has at most {} bytes", kModelBytesMax)});
  TextScan scan(text);
  auto read = read_content_version(scan);
  if (read) read = read_checksum(scan, text);
  if (!read) return std::unexpected(read.error());
  auto tokens = read_tokens(scan);
  if (!tokens) return std::unexpected(tokens.error());
  // Line numbers of the classifier count from its own first line.
  auto model = read_model(text.substr(scan.offset()));
  if (!model)
    return std::unexpected(
        Error{model.error().code, fmt::format("in the classifier, which begins on line {}: {}",
                                              tokens->size() + 4, model.error().message)});
  auto* trees = dynamic_cast<Boosting*>(model->classifier.get());
  if (!trees) return unfit_content("the classifier is of the kind boosting");
  return make(std::move(model->notes), std::move(*tokens), std::move(*trees));
}

std::string ContentModel::write() const {
  std::string body = fmt::format("tokens {}\n", tokens_.tokens().size());
  for (const ScoredToken& token : tokens_.tokens()) {
    std::string name;
    append_name(name, token.name);
    body += fmt::format("{} {}\n", std::string_view(name).substr(1), token.score);
  }
  body += write_model(boosting_, notes_);
  return fmt::format("freshet-content {}\nchecksum {}\n{}", kContentModelVersion, checksum_of(body),
                     body);
}

void ContentModel::flatten(std::span<const std::size_t> features) {
  for (const Boosting::Tree& tree : boosting_.trees()) {
    const auto base = static_cast<std::uint32_t>(nodes_.size());
    std::vector<std::uint32_t> depths(tree.nodes.size());
    std::uint32_t deepest = 0;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      const Boosting::Node& node = tree.nodes[i];
      deepest = std::max(deepest, depths[i]);
      if (node.column < 0) {
        nodes_.push_back({kNeverMissing, base + static_cast<std::uint32_t>(i), kAbove, 0});
        leaves_.push_back(node.threshold);
        continue;
      }
      depths[node.first_child] = depths[node.first_child + 1] = depths[i] + 1;
      const std::size_t feature = features[static_cast<std::size_t>(node.column)];
      nodes_.push_back({static_cast<std::uint32_t>(feature), base + node.first_child,
                        node.threshold, node.missing_goes_first ? 1u : 0u});
      leaves_.push_back(0);
    }
    trees_.push_back({base, deepest});
  }
}

std::uint32_t ContentModel::step(std::uint32_t at, const float* row) const {
  const Node& node = nodes_[at];
  const float value = row[node.feature];
  const std::uint32_t is_missing = value != value ? node.missing_goes_first : 0;
  return node.first + 1 - ((value < node.threshold ? 1u : 0u) | is_missing);
}

float ContentModel::log_odds(std::span<const float> row) const {
  float sum = 0;
  for (const Tree& tree : trees_) {
    std::uint32_t at = tree.root;
    for (std::uint32_t level = 0; level < tree.depth; ++level) at = step(at, row.data());
    sum += leaves_[at];
  }
  return sum;
}

std::vector<float> ContentModel::probabilities(std::span<const float> rows) const {
  const std::size_t width = block_feature_names().size(), count = rows.size() / width;
  std::vector<float> sums(count, 0);
  const std::size_t whole = count - count % kRowsAtOnce;
  // Rows side by side hide the time that each waits for its next node.
  for (std::size_t k = 0; k < whole; k += kRowsAtOnce) {
    const float* row = &rows[k * width];
    for (const Tree& tree : trees_) {
      std::array<std::uint32_t, kRowsAtOnce> at;
      at.fill(tree.root);
      for (std::uint32_t level = 0; level < tree.depth; ++level)
        for (std::size_t r = 0; r < kRowsAtOnce; ++r) at[r] = step(at[r], row + r * width);
      for (std::size_t r = 0; r < kRowsAtOnce; ++r) sums[k + r] += leaves_[at[r]];
    }
  }
  for (std::size_t k = whole; k < count; ++k) sums[k] = log_odds(rows.subspan(k * width, width));
  for (float& sum : sums) sum = 1 / (1 + std::exp(-sum));
  return sums;
}

}  // namespace freshet
