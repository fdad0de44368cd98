#include <bit>
#include <cstdint>
#include <cstring>

#include "html/tag_scanner.h"
#include "html/tag_vectors.h"

namespace freshet {
namespace {

// Eight bytes at a time in ordinary registers.
struct Words {
  // Names are read byte by byte.
  static constexpr std::size_t kNameBytes = 0;
  static ShortName read_name(const char*) { return {0, TagName::unknown}; }

  // Returns a bit for each byte of `word` that equals `c`. Exact: no carry runs from byte to byte.
  [[gnu::always_inline]] static std::uint64_t equal(std::uint64_t word, char c) {
    constexpr std::uint64_t kOnes = 0x0101010101010101u;
    constexpr std::uint64_t kLow = 0x7F7F7F7F7F7F7F7Fu;
    const std::uint64_t difference = word ^ (kOnes * static_cast<unsigned char>(c));
    return ~(((difference & kLow) + kLow) | difference | kLow);
  }

  // Gathers the top bits of eight bytes into one byte, the first byte's lowest.
  static_assert(std::endian::native == std::endian::little);
  [[gnu::always_inline]] static BitMap gather(std::uint64_t top_bits) {
    return ((top_bits >> 7) * 0x0102040810204080u) >> 56;
  }

  [[gnu::always_inline]] static BitMap map_structural(const char* bytes) {
    BitMap bits = 0;
    for (std::size_t i = 0; i < kBlockBytes / 8; ++i) {
      std::uint64_t word;
      std::memcpy(&word, bytes + 8 * i, 8);
      const std::uint64_t wanted =
          equal(word, '<') | equal(word, '>') | equal(word, '=') | equal(word, '"');
      bits |= gather(wanted) << (8 * i);
    }
    return bits;
  }
};

}  // namespace

bool scan_by_names_portable(std::string_view text, Scripting scripting, TagIndex& index) {
  return scan_by_names<Words>(text, scripting, index);
}

bool scan_by_tree_portable(std::string_view text, Scripting scripting, TagIndex& index) {
  return scan_by_tree<Words>(text, scripting, index);
}

bool scan_into_tree(std::string_view text, Scripting scripting, TreeEditor& tree) {
  TagIndex index;
  TreeFeedback feedback(scripting, &tree);
  scan_page<Words>(text, feedback, index);
  feedback.finish();
  return !feedback.lost();
}

}  // namespace freshet
