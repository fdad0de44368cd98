// Decoders of one character of the East Asian encodings (Encoding Standard, sections 10 to 13).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace freshet {

// The character decoded at one position.
struct Decoded {
  char32_t value;      // kReplacementCharacter if invalid
  std::size_t length;  // bytes consumed, at least 1
  char32_t mark = 0;   // a combining mark to append: four codes of Big5 are two code points
};

// `at` must be less than `bytes.size()`, and the byte there must not be ASCII.
Decoded read_gb18030(std::string_view bytes, std::size_t at);
Decoded read_big5(std::string_view bytes, std::size_t at);
Decoded read_euc_jp(std::string_view bytes, std::size_t at);
Decoded read_shift_jis(std::string_view bytes, std::size_t at);
Decoded read_euc_kr(std::string_view bytes, std::size_t at);

// Returns the character at `pointer` of index jis0208, or kReplacementCharacter.
char32_t jis0208_character(std::size_t pointer);

// ISO-2022-JP is stateful, so it is decoded as a whole.
std::string decode_iso_2022_jp(std::string_view bytes);

}  // namespace freshet
