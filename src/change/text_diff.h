// The differences between two versions of a page for a person: block by block, and word by word
// inside a changed block.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "change/blocks.h"

namespace freshet {

enum class DiffKind : std::uint8_t { same, removed, added };

// A run of words of a line.
struct DiffPiece {
  DiffKind kind;
  std::string text;

  bool operator==(const DiffPiece&) const = default;
};

struct DiffLine {
  enum class Kind : std::uint8_t {
    same,
    removed,
    added,
    changed,  // its words, in pieces
    // A block with the same text. The first piece is its text; then removed and added links,
    // sources of images, markup. Named after the first of these that differs.
    relinked,
    reimaged,
    remarked,
  };

  Kind kind;
  std::vector<DiffPiece> pieces;

  bool operator==(const DiffLine&) const = default;
};

// Blocks that keep at least this share of their words are shown as changed, others as removed and
// added.
inline constexpr double kChangedWordsShare = 0.3;

// Compares all blocks with text, in order.
std::vector<DiffLine> diff_texts(const std::vector<Block>& old_page,
                                 const std::vector<Block>& new_page);

// Compares all blocks. One without text is shown by its images, or else by its links: "[a.png]".
std::vector<DiffLine> diff_pages(const std::vector<Block>& old_page,
                                 const std::vector<Block>& new_page);

// Compares the words of two texts.
std::vector<DiffPiece> diff_words(std::string_view old_text, std::string_view new_text);

}  // namespace freshet
