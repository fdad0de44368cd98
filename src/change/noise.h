// Noise: differences without a real change, such as clocks, counters, tokens in links, adverts, and
// banners that come and go. Learned from the page's own earlier versions.
//
// Two signs suffice. A text that returns from an earlier version is not new. And a place whose text
// or links differed in at least half of the steps from version to version, twice or more, will
// differ again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "change/page_print.h"

namespace freshet {

inline constexpr std::size_t kEarlierMax = 64;  // versions; only the latest count

// The links or the markup of all blocks of a version with the same identity. Two states are
// comparable only with equal numbers of blocks: otherwise a block is new or missing, which is
// counted elsewhere.
struct AspectState {
  std::uint32_t blocks = 0;
  std::uint64_t sum = 0;  // of hashes, independent of their order

  bool differs_from(const AspectState& other) const {
    return blocks == other.blocks && sum != other.sum;
  }
};
using AspectStates = std::unordered_map<std::uint64_t, AspectState>;

class PageNoise {
 public:
  // An attribute of a block that can change while its text stays.
  enum class Aspect : std::uint8_t { links, markup };

  // Without history nothing is noise.
  PageNoise() = default;

  // `versions` oldest first; new versions are compared with the last.
  explicit PageNoise(std::span<const PagePrint* const> versions);

  // Returns true if the last version lacks this text but an earlier one had it.
  bool returns(std::uint64_t text) const;
  // Returns true if texts after the block with text `place` differ repeatedly.
  bool varies_behind(std::uint64_t place) const;
  // Returns true if the links of the block with this identity differ repeatedly.
  bool has_varying_links(std::uint64_t identity) const;
  bool had_image(std::uint64_t image) const { return images_.contains(image); }

 private:
  struct Past {
    std::uint64_t versions = 0;           // bit i: the i-th version has it
    std::vector<AspectState> links = {};  // in the versions that have it
  };

  std::size_t steps() const { return count_ < 2 ? 0 : count_ - 1; }

  std::size_t count_ = 0;
  std::unordered_map<std::uint64_t, Past> pasts_;
  std::unordered_map<std::uint64_t, std::uint32_t> varied_behind_;  // number of steps
  std::unordered_set<std::uint64_t> images_;
};

AspectStates aspect_states(const PagePrint& page, PageNoise::Aspect aspect);

}  // namespace freshet
