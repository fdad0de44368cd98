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
  struct Node {
    std::uint32_t feature;  // of a row; kLeaf: a leaf
    std::uint32_t first;    // below the threshold or missing; the next one otherwise
    float threshold;        // of a leaf: its contribution
    bool missing_goes_first;
  };

  explicit ContentModel(Boosting trees) : boosting_(std::move(trees)) {}
  void flatten(std::span<const std::size_t> features);
  float answer(std::size_t root, const float* row) const;

  std::vector<std::string> notes_;
  TokenTable tokens_;
  Boosting boosting_;
  std::vector<Node> nodes_;         // of all trees
  std::vector<std::size_t> roots_;  // of each tree
};

}  // namespace freshet
