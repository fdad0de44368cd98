#include "html/text_flow.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/entities.h"
#include "html/markup.h"

namespace freshet {
namespace {

// Bytes that need more than copying.
constexpr std::array<bool, 256> kStopsWord = [] {
  std::array<bool, 256> stops{};
  for (const char c : {' ', '\n', '\t', '\r', '\f', '\0', '&'})
    stops[static_cast<unsigned char>(c)] = true;
  return stops;
}();

std::size_t end_of_word(std::string_view text, std::size_t at) {
  while (at < text.size() && !kStopsWord[static_cast<unsigned char>(text[at])]) ++at;
  return at;
}

constexpr std::uint64_t kEachByte = 0x0101010101010101u;

// Marks (the high bit of a byte) the bytes that are less than `c`, at most 0x80. The lowest mark is
// exact; marks above it may be false.
constexpr std::uint64_t less(std::uint64_t bytes, std::uint64_t c) {
  return (bytes - c * kEachByte) & ~bytes & (0x80 * kEachByte);
}
constexpr std::uint64_t equal(std::uint64_t bytes, std::uint64_t c) {
  return less(bytes ^ (c * kEachByte), 1);
}
constexpr std::uint64_t may_stop_word(std::uint64_t bytes) {
  return less(bytes, 0x21) | equal(bytes, '&');
}

std::uint64_t load_eight(const char* bytes) {
  std::uint64_t eight;
  std::memcpy(&eight, bytes, sizeof eight);
  if constexpr (std::endian::native == std::endian::big) eight = __builtin_bswap64(eight);
  return eight;
}

// Returns the end of words separated by single spaces, which is most text: eight bytes at a time.
std::size_t end_of_words(std::string_view text, std::size_t at) {
  while (true) {
    for (; at + 9 <= text.size(); at += 8) {
      const std::uint64_t here = load_eight(text.data() + at);
      const std::uint64_t next = load_eight(text.data() + at + 1);
      const std::uint64_t single = equal(here, ' ') & ~may_stop_word(next);
      const std::uint64_t stops = may_stop_word(here) & ~single;
      if (stops == 0) continue;
      at += static_cast<std::size_t>(std::countr_zero(stops)) / 8;
      break;
    }
    if (at == text.size()) return at;
    const auto stops = [&](std::size_t i) {
      return i == text.size() || kStopsWord[static_cast<unsigned char>(text[i])];
    };
    if (stops(at) && (text[at] != ' ' || stops(at + 1))) return at;
    ++at;
  }
}

}  // namespace

void TextFlow::add(std::string_view page, std::size_t from, std::size_t to, TextKind kind,
                   Place place) {
  if (kind == TextKind::unseen) return;
  const std::string_view text = page.substr(0, to);
  if (kind != TextKind::markup) return add_characters(text.substr(from), kind, place);
  while (from < to) {
    const std::size_t angle = std::min(text.find('<', from), to);
    std::size_t stop = angle;
    // A '<' that opens nothing is an ordinary character.
    if (angle < to && !opens_tag(text, angle) && !opens_declaration(text, angle)) ++stop;
    add_characters(text.substr(from, stop - from), kind, place);
    if (stop > angle) {
      from = stop;
      continue;
    }
    // A tag missing from the index was cut off by the end of the page, and is not text either.
    if (angle == to || opens_tag(text, angle)) return;
    const bool cdata_allowed = place != Place::html;
    from = end_of_declaration(text, angle, cdata_allowed);
    if (cdata_allowed && text.substr(angle).starts_with(kCdataOpening)) {
      const std::size_t inside = angle + kCdataOpening.size();
      const bool closed = text.substr(0, from).substr(inside).ends_with("]]>");
      add_characters(text.substr(inside, from - inside - (closed ? 3 : 0)), TextKind::literal,
                     place);
    }
  }
}

void TextFlow::add_characters(std::string_view text, TextKind kind, Place place) {
  std::size_t at = 0;
  while (at < text.size()) {
    const bool is_word = !kStopsWord[static_cast<unsigned char>(text[at])];
    const bool collapses = preformatted_ == 0;
    const std::size_t end = !is_word    ? at
                            : collapses ? end_of_words(text, at)
                                        : end_of_word(text, at);
    if (end > at) {
      write_gap();
      out_.append(text, at, end - at);
      at = end;
      if (at == text.size()) return;
    }
    const char c = text[at];
    if (c == '&' && kind != TextKind::literal) {
      add_reference(text, at);
      continue;
    }
    ++at;
    if (c == '&') {
      write_gap();
      out_.push_back(c);
    } else if (c == '\0') {
      add_nul(kind, place);
    } else if (collapses) {
      add_gap(Gap::space);
      while (at < text.size() && is_ascii_whitespace(text[at])) ++at;
    } else {
      add_space(c);
    }
  }
}

void TextFlow::add_reference(std::string_view text, std::size_t& at) {
  const CharacterReference reference = read_character_reference(text, at, ReferenceContext::text);
  if (reference.length == 0) {
    write_gap();
    out_.push_back('&');
    ++at;
    return;
  }
  at += reference.length;
  if (reference.first < 0x80 && is_ascii_whitespace(static_cast<char>(reference.first)))
    return add_space(static_cast<char>(reference.first));
  write_gap();
  append_utf8(out_, reference.first);
  if (reference.second != 0) append_utf8(out_, reference.second);
}

// WHATWG HTML 13.2.6.4.7 drops a NUL; the tokenizer's text states and foreign content keep U+FFFD.
void TextFlow::add_nul(TextKind kind, Place place) {
  const bool kept = place == Place::foreign || (place == Place::html && kind != TextKind::markup);
  if (!kept) return;
  write_gap();
  append_utf8(out_, kReplacementCharacter);
}

void TextFlow::add_space(char c) {
  if (preformatted_ == 0) return add_gap(Gap::space);
  const bool second_half = c == '\n' && after_return_;  // of a CR LF
  const bool skipped = skips_line_end_ && (c == '\n' || c == '\r');
  if (!second_half && !skipped) {
    write_gap();
    out_.push_back(c == '\r' ? '\n' : c);
  }
  skips_line_end_ = false;
  after_return_ = c == '\r';
}

void TextFlow::write_gap() {
  after_return_ = skips_line_end_ = false;
  if (pending_ == Gap::none) return;
  static constexpr std::array<char, 4> kCharacters = {'\0', ' ', '\t', '\n'};
  // Preformatted text may already end in a space or line end.
  const bool apart = out_.empty() || out_.back() == '\n' ||
                     (pending_ != Gap::line && is_ascii_whitespace(out_.back()));
  if (!apart) out_.push_back(kCharacters[static_cast<std::size_t>(pending_)]);
  pending_ = Gap::none;
}

void TextFlow::begin_preformatted() {
  ++preformatted_;
  skips_line_end_ = true;
}

void TextFlow::end_preformatted() {
  if (preformatted_ > 0) --preformatted_;
}

std::string TextFlow::take() {
  while (!out_.empty() && is_ascii_whitespace(out_.back())) out_.pop_back();
  std::string text = std::move(out_);
  clear();
  return text;
}

void TextFlow::clear() { *this = TextFlow(); }

}  // namespace freshet
