// Text flow of a page: spaces collapse, blocks begin new lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "html/page_walk.h"

namespace freshet {

// The gap between two words; of two the stronger wins.
enum class Gap : std::uint8_t { none, space, tab, line };

// Collects words. A gap is written only when a word follows, so there is none at the beginning or
// the end, and never two in a row (except in preformatted text, which is kept).
class TextFlow {
 public:
  // Appends the visible part of the page's text from `from` to `to`.
  void add(std::string_view page, std::size_t from, std::size_t to, TextKind kind, Place place);
  // Appends words that are not between tags, such as an image's alt text.
  void add_words(std::string_view words) { add_characters(words, TextKind::literal, Place::html); }
  void add_gap(Gap gap) { pending_ = pending_ < gap ? gap : pending_; }

  // The line end right after <pre> does not count.
  void begin_preformatted();
  void end_preformatted();

  std::size_t size() const { return out_.size(); }
  std::string take();
  void clear();

 private:
  void add_characters(std::string_view text, TextKind kind, Place place);
  void add_reference(std::string_view text, std::size_t& at);
  void add_nul(TextKind kind, Place place);
  void add_space(char c);
  void write_gap();

  std::string out_;
  Gap pending_ = Gap::none;
  std::size_t preformatted_ = 0;  // number of open preformatted elements
  bool skips_line_end_ = false;   // right after <pre>
  bool after_return_ = false;     // the last byte was a carriage return
};

}  // namespace freshet
