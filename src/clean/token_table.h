// Scores of tokens (block_tokens.h): the log odds that text below such an element is main text,
// relative to any text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clean/block_tokens.h"

namespace freshet {

inline constexpr float kTokenScoreMax = 20;  // in absolute value

struct ScoredToken {
  std::string name;
  float score = 0;
};

// Immutable after it is made.
class TokenTable {
 public:
  TokenTable() = default;
  explicit TokenTable(std::vector<ScoredToken> tokens);

  // Returns the score of a token; null if it is unknown.
  const float* find(std::uint64_t hash) const;

  // Returns the score of elements of this name; 0 if it is unknown.
  float tag_score(TagName name) const {
    return tags_.empty() ? 0 : tags_[static_cast<std::size_t>(name)];
  }

  const std::vector<ScoredToken>& tokens() const { return tokens_; }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    float score = 0;
    bool is_taken = false;
  };

  std::vector<ScoredToken> tokens_;
  std::vector<Slot> slots_;  // open addressing; a power of two, at most half full
  std::vector<float> tags_;  // by TagName
};

}  // namespace freshet
