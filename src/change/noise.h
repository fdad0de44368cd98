// What of a page differs without anything having happened: clocks, counters, tokens in links,
// adverts, banners that come and go. Learned from the page's own earlier versions.
//
// Three signs are enough. A text that was there in an earlier version and comes back says nothing
// new. A text that came and went before may go again. And a place whose text, links or markup
// differed in at least half of the steps from version to version, twice or more, will differ the
// next time, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "change/page_print.h"

namespace freshet {

inline constexpr std::size_t kEarlierMax = 64;  // versions; of more the latest count

// The links or markup of all blocks of a version that have the same identity. Two states can only
// be compared if they are of as many blocks: else a block is new or gone, which is another matter.
struct AspectState {
  std::uint32_t blocks = 0;
  std::uint64_t sum = 0;  // of hashes: their order does not matter

  bool differs_from(const AspectState& other) const {
    return blocks == other.blocks && sum != other.sum;
  }
};
using AspectStates = std::unordered_map<std::uint64_t, AspectState>;

class PageNoise {
 public:
  // How one text is linked or marked up.
  enum class Aspect : std::uint8_t { links, markup };

  // Nothing is known: nothing is noise.
  PageNoise() = default;

  // `versions` oldest first; the last is the one that a new version will be compared with.
  explicit PageNoise(std::span<const PagePrint* const> versions);

  // Whether the last version lacks this text but one before it had it.
  bool returns(std::uint64_t text) const;
  // Whether the text came and went: there, then not, or the other way round, twice or more.
  bool comes_and_goes(std::uint64_t text) const;
  // Whether texts behind the block with text `place` differ again and again.
  bool varies_behind(std::uint64_t place) const;
  // Whether links or markup of the block of this identity differ again and again.
  bool varies(std::uint64_t identity, Aspect aspect) const;
  bool had_image(std::uint64_t image) const { return images_.contains(image); }

 private:
  struct Past {
    std::uint64_t versions = 0;          // bit i: the i-th had it
    std::vector<AspectState> states[2];  // of links and markup, in the versions that had it
  };

  std::size_t steps() const { return count_ < 2 ? 0 : count_ - 1; }

  std::size_t count_ = 0;
  std::unordered_map<std::uint64_t, Past> pasts_;
  std::unordered_map<std::uint64_t, std::uint32_t> varied_behind_;  // in how many steps
  std::unordered_set<std::uint64_t> images_;
};

AspectStates aspect_states(const PagePrint& page, PageNoise::Aspect aspect);

}  // namespace freshet
