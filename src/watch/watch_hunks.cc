#include "watch/watch_hunks.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "change/text_diff.h"

namespace freshet {
namespace {

// Returns the last words of a text, "..." before them if there are more.
std::string words_before(std::string_view text) {
  if (text.size() <= kHunkAroundBytesMax) return std::string(text);
  std::size_t at = text.size() - kHunkAroundBytesMax;
  while (at < text.size() && !is_ascii_whitespace(text[at])) ++at;
  if (at == text.size()) return "...";
  return "..." + std::string(text.substr(at));
}

// Returns the first words of a text, "..." behind them if there are more.
std::string words_after(std::string_view text) {
  if (text.size() <= kHunkAroundBytesMax) return std::string(text);
  std::size_t end = kHunkAroundBytesMax;
  while (end > 0 && !is_ascii_whitespace(text[end])) --end;
  return std::string(text.substr(0, end)) + " ...";
}

std::size_t count_words_in(std::string_view text) {
  std::size_t words = 0;
  bool was_space = true;
  for (const char c : text) {
    const bool is_space = is_ascii_whitespace(c);
    words += was_space && !is_space;
    was_space = is_space;
  }
  return words;
}

void append_line(std::string& text, std::string_view line, std::string_view separator) {
  if (text.size() >= kHunkTextBytesMax) return;
  if (!text.empty()) text += separator;
  text += line;
  if (text.size() <= kHunkTextBytesMax) return;
  cut_utf8(text, kHunkTextBytesMax);
  text += "...";
}

// Collects hunks from the lines of a difference, in order.
class HunkCollector {
 public:
  void add(const DiffLine& line) {
    switch (line.kind) {
      case DiffLine::Kind::same:
      case DiffLine::Kind::reimaged:
      case DiffLine::Kind::remarked:
        add_same(line.pieces[0].text);
        break;
      case DiffLine::Kind::relinked:
        add_same(line.pieces[0].text);
        add_links(line.pieces);
        break;
      case DiffLine::Kind::changed:
        flush({});
        add_words(line.pieces);
        break;
      case DiffLine::Kind::removed:
      case DiffLine::Kind::added:
        add_line(line.pieces[0]);
        break;
    }
  }

  WatchHunks take() {
    flush({});
    const double all = static_cast<double>(same_words_ + other_words_);
    found_.words_changed = all > 0 ? static_cast<double>(other_words_) / all : 0;
    return std::move(found_);
  }

 private:
  void add_same(const std::string& text) {
    flush(text);
    same_words_ += 2 * count_words_in(text);
    before_ = text;
    place_ = line_hash(text);
  }

  void add_line(const DiffPiece& piece) {
    if (!is_open_) {
      is_open_ = true;
      open_ = {.before = words_before(before_), .place = place_};
    }
    other_words_ += count_words_in(piece.text);
    append_line(piece.kind == DiffKind::removed ? open_.removed : open_.added, piece.text, "\n");
  }

  // Ends the run of removed and added lines, before the line `next`.
  void flush(std::string_view next) {
    if (!is_open_) return;
    is_open_ = false;
    open_.after = words_after(next);
    push(std::move(open_));
  }

  // A hunk for each run of words that differ.
  void add_words(const std::vector<DiffPiece>& pieces) {
    WatchHunk hunk{.place = place_};
    bool is_open = false;
    std::string line;
    for (const DiffPiece& piece : pieces) {
      const std::size_t words = count_words_in(piece.text);
      if (piece.kind == DiffKind::same) {
        same_words_ += 2 * words;
        if (is_open) {
          hunk.after = words_after(piece.text);
          push(std::exchange(hunk, {.place = place_}));
          is_open = false;
        }
        hunk.before = words_before(piece.text);
      } else {
        other_words_ += words;
        is_open = true;
        append_line(piece.kind == DiffKind::removed ? hunk.removed : hunk.added, piece.text, " ");
      }
      if (piece.kind != DiffKind::removed) append_line(line, piece.text, " ");
    }
    if (is_open) push(std::move(hunk));
    before_ = std::move(line);
  }

  void add_links(const std::vector<DiffPiece>& pieces) {
    WatchHunk hunk{.kind = WatchHunk::Kind::link, .before = words_before(before_), .place = place_};
    for (const DiffPiece& piece : pieces) {
      if (piece.kind == DiffKind::removed) append_line(hunk.removed, piece.text, "\n");
      if (piece.kind == DiffKind::added) append_line(hunk.added, piece.text, "\n");
    }
    push(std::move(hunk));
  }

  void push(WatchHunk hunk) {
    if (found_.hunks.size() < kHunksMax)
      found_.hunks.push_back(std::move(hunk));
    else
      ++found_.left_out;
  }

  WatchHunks found_;
  WatchHunk open_;
  bool is_open_ = false;
  std::string before_;
  std::uint64_t place_ = 0;
  std::size_t same_words_ = 0;
  std::size_t other_words_ = 0;
};

std::vector<Block> blocks_of_lines(const WatchLines& lines) {
  std::vector<Block> blocks;
  blocks.reserve(lines.size());
  for (const WatchLine& line : lines) {
    blocks.emplace_back();
    blocks.back().text = line.text;
    blocks.back().links = line.links;
  }
  return blocks;
}

}  // namespace

std::string hunk_line(std::string_view line) {
  std::string text;
  append_line(text, line, "");
  return text;
}

WatchHunks find_hunks(const WatchLines& old_lines, const WatchLines& new_lines) {
  HunkCollector collector;
  for (const DiffLine& line : diff_texts(blocks_of_lines(old_lines), blocks_of_lines(new_lines)))
    collector.add(line);
  return collector.take();
}

std::string hunk_text(const WatchHunk& hunk) {
  std::string text;
  const auto add = [&](std::string_view part) {
    if (part.empty()) return;
    if (!text.empty()) text += ' ';
    text += part;
  };
  add(hunk.before);
  if (!hunk.removed.empty()) add("[-" + hunk.removed + "-]");
  if (!hunk.added.empty()) add("{+" + hunk.added + "+}");
  add(hunk.after);
  return text;
}

std::uint64_t line_hash(const std::string& text) { return hash64(text); }

}  // namespace freshet
