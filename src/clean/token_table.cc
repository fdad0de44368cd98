#include "clean/token_table.h"

#include <bit>
#include <utility>

namespace freshet {

TokenTable::TokenTable(std::vector<ScoredToken> tokens) : tokens_(std::move(tokens)) {
  slots_.resize(std::bit_ceil(2 * tokens_.size() + 2));
  for (const ScoredToken& token : tokens_) {
    const std::uint64_t hash = token_hash(token.name);
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at].is_taken && slots_[at].hash != hash) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = {hash, token.score, true};
  }
  for (std::size_t name = 0; name < kTagNameCount; ++name) {
    const float* score = find(token_hash(tag_token(static_cast<TagName>(name))));
    tags_.push_back(score ? *score : 0);
  }
}

const float* TokenTable::find(std::uint64_t hash) const {
  if (slots_.empty()) return nullptr;
  std::size_t at = hash & (slots_.size() - 1);
  while (slots_[at].is_taken) {
    if (slots_[at].hash == hash) return &slots_[at].score;
    at = (at + 1) & (slots_.size() - 1);
  }
  return nullptr;
}

}  // namespace freshet
