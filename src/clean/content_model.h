// The model of main text: the probability that a block of a page belongs to it.
//
// A table of scored tokens (token_table.h) and boosted trees over block features. The file is text
// with a checksum (docs/formats/content-model.md); the trees are those of learn/, read without the
// library that grew them and evaluated here for all blocks of a page at once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "clean/token_table.h"
#include "learn/boosting.h"

namespace freshet {

inline constexpr int kContentModelVersion = 1;
inline constexpr std::size_t kContentTokensMax = 100'000;

// Invariant: the trees use features of block_features.h only. Immutable and thread-safe.
class ContentModel {
 public:
  // The error names the inconsistency.
  static Result<ContentModel> make(std::vector<std::string> notes, std::vector<ScoredToken> tokens,
                                   Boosting trees);

  // Total: any bytes give a model or an error.
  static Result<ContentModel> read(std::string_view text);
  std::string write() const;

  const TokenTable& tokens() const { return tokens_; }
  const std::vector<std::string>& notes() const { return notes_; }

  // Returns the probability of each row of `rows` (block_features.h).
  std::vector<float> probabilities(std::span<const float> rows) const;

  // Returns the log odds of one row.
  float log_odds(std::span<const float> row) const;

 private:
  // A leaf leads to itself, so that several rows can take the same number of steps side by side.
  struct Node {
    std::uint32_t feature;  // of a row
    std::uint32_t first;    // the node for values below the threshold; the next one otherwise
    float threshold;
    std::uint32_t missing_goes_first;  // 1 or 0
  };
  struct Tree {
    std::uint32_t root;
    std::uint32_t depth;
  };

  explicit ContentModel(Boosting trees) : boosting_(std::move(trees)) {}
  void flatten(std::span<const std::size_t> features);
  std::uint32_t step(std::uint32_t node, const float* row) const;

  std::vector<std::string> notes_;
  TokenTable tokens_;
  Boosting boosting_;
  std::vector<Node> nodes_;    // of all trees
  std::vector<float> leaves_;  // the contribution of each node; 0 if it is not a leaf
  std::vector<Tree> trees_;
};

}  // namespace freshet
