// The places where two versions of a watched page differ, for a message: only the words that were
// removed and added, with a few around them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "watch/watch_line.h"

namespace freshet {

inline constexpr std::size_t kHunksMax = 100;            // of one change
inline constexpr std::size_t kHunkTextBytesMax = 2000;   // of the removed, and of the added text
inline constexpr std::size_t kHunkAroundBytesMax = 120;  // of the text before, and behind

struct WatchHunk {
  enum class Kind : std::uint8_t {
    text,
    link,   // the line stays, a link in it does not; `before` is the line
    title,  // of the page
  };

  Kind kind = Kind::text;
  std::string before = {};
  std::string removed = {};  // words, or whole lines; empty: only added
  std::string added = {};
  std::string after = {};
  std::uint64_t place = 0;  // the hash of the last equal line before it: where noise is learned

  bool operator==(const WatchHunk&) const = default;
};

struct WatchHunks {
  std::vector<WatchHunk> hunks = {};
  std::size_t left_out = 0;  // beyond kHunksMax
  double words_changed = 0;  // the share of words of both versions that only one of them has
};

// Returns a line as the removed or added text of a hunk: its beginning and "..." if it is long.
std::string hunk_line(std::string_view line);

// Compares two lists of lines.
WatchHunks find_hunks(const WatchLines& old_lines, const WatchLines& new_lines);

// Returns "before [-removed-] {+added+} after".
std::string hunk_text(const WatchHunk& hunk);

// Returns the hash by which states remember a line.
std::uint64_t line_hash(const std::string& text);

}  // namespace freshet
