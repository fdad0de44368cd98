// Words of a text, as the usual measure of main text counts them: runs of letters, digits and
// underscores (Python's \w+). Everything else separates them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ascii.h"
#include "base/utf8.h"

namespace freshet {

// Returns true for letters and digits beyond ASCII.
bool is_word_code_point(char32_t c);

namespace content_words {

enum class ByteKind : std::uint8_t { other, word, wide };

inline constexpr auto kBytes = [] {
  std::array<ByteKind, 256> kinds{};
  for (std::size_t c = 0; c < 256; ++c) {
    const char byte = static_cast<char>(c);
    if (c >= 0x80) kinds[c] = ByteKind::wide;
    if (is_ascii_alnum(byte) || byte == '_') kinds[c] = ByteKind::word;
  }
  return kinds;
}();

// Returns the length of the word character at `at`; 0 if it is none, with `skip` set to its length.
inline std::size_t word_character(std::string_view text, std::size_t at, std::size_t& skip) {
  const ByteKind kind = kBytes[static_cast<unsigned char>(text[at])];
  skip = 1;
  if (kind != ByteKind::wide) return kind == ByteKind::word ? 1 : 0;
  const CodePoint point = read_utf8(text, at);
  skip = point.length;
  return is_word_code_point(point.value) ? point.length : 0;
}

}  // namespace content_words

// Calls visit(from, to) for each word of `text`, in order.
template <class Visit>
void for_each_word(std::string_view text, Visit visit) {
  std::size_t at = 0, skip = 0;
  while (at < text.size()) {
    std::size_t length = content_words::word_character(text, at, skip);
    if (length == 0) {
      at += skip;
      continue;
    }
    const std::size_t from = at;
    while (length > 0) {
      at += length;
      length = at < text.size() ? content_words::word_character(text, at, skip) : 0;
    }
    visit(from, at);
  }
}

}  // namespace freshet
