// What differs between two versions of a page, for a person: block by block, and word by word where
// a block was changed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "change/blocks.h"

namespace freshet {

enum class DiffKind : std::uint8_t { same, removed, added };

// Some words of a line.
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
    // A block that stayed. The first piece is its text; then what is gone and new: links, sources
    // of images, what it is marked up as. It is named for the first of these that differs.
    relinked,
    reimaged,
    remarked,
  };

  Kind kind;
  std::vector<DiffPiece> pieces;

  bool operator==(const DiffLine&) const = default;
};

// Blocks of which at least this share of the words stayed are shown as changed, others as one that
// is gone and one that is new.
inline constexpr double kChangedWordsShare = 0.3;

// All blocks with text, in order.
std::vector<DiffLine> diff_texts(const std::vector<Block>& old_page,
                                 const std::vector<Block>& new_page);

// All blocks. One without text is shown by its images, or else by its links: "[a.png]".
std::vector<DiffLine> diff_pages(const std::vector<Block>& old_page,
                                 const std::vector<Block>& new_page);

// The words of two texts.
std::vector<DiffPiece> diff_words(std::string_view old_text, std::string_view new_text);

}  // namespace freshet
