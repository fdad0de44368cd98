// ISO-2022-JP (Encoding Standard, section 12.2): seven-bit bytes; escape sequences switch their
// meaning between ASCII, JIS-Roman, half-width katakana and the two-byte JIS X 0208.
#include <optional>

#include "base/utf8.h"
#include "charset/decode_multi_byte.h"

namespace freshet {
namespace {

constexpr char kEscape = 0x1B;

enum class Charset { ascii, roman, katakana, jis0208 };

// Returns the character set selected by the two bytes after an escape byte.
std::optional<Charset> chosen(std::string_view two) {
  if (two == "(B") return Charset::ascii;
  if (two == "(J") return Charset::roman;
  if (two == "(I") return Charset::katakana;
  if (two == "$@" || two == "$B") return Charset::jis0208;
  return std::nullopt;
}

char32_t one_byte(Charset charset, unsigned char byte) {
  if (charset == Charset::katakana)
    return byte >= 0x21 && byte <= 0x5F ? 0xFF61u - 0x21u + byte : char32_t{kReplacementCharacter};
  if (byte >= 0x80 || byte == 0x0E || byte == 0x0F) return kReplacementCharacter;
  if (charset == Charset::roman && byte == 0x5C) return 0x00A5;
  if (charset == Charset::roman && byte == 0x7E) return 0x203E;
  return byte;
}

constexpr bool is_graphic(char c) { return c >= 0x21 && c <= 0x7E; }

// Decodes the pair at `at` in JIS X 0208. Unlike in the eight-bit encodings an invalid second byte
// is consumed, but an escape there is not.
Decoded two_bytes(std::string_view bytes, std::size_t at) {
  if (!is_graphic(bytes[at]) || at + 1 == bytes.size() || bytes[at + 1] == kEscape)
    return {kReplacementCharacter, 1};
  if (!is_graphic(bytes[at + 1])) return {kReplacementCharacter, 2};
  const auto row = static_cast<std::size_t>(bytes[at] - 0x21);
  return {jis0208_character(row * 94 + static_cast<std::size_t>(bytes[at + 1] - 0x21)), 2};
}

}  // namespace

std::string decode_iso_2022_jp(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 2);
  Charset charset = Charset::ascii;
  bool just_switched = false;  // two escapes with nothing between them are an error
  for (std::size_t at = 0; at < bytes.size();) {
    if (bytes[at] == kEscape) {
      const std::optional<Charset> next = chosen(bytes.substr(at + 1, 2));
      if (!next || just_switched) append_utf8(text, kReplacementCharacter);
      just_switched = next.has_value();
      charset = next.value_or(charset);
      at += next ? 3 : 1;
      continue;
    }
    just_switched = false;
    const Decoded read = charset == Charset::jis0208
                             ? two_bytes(bytes, at)
                             : Decoded{one_byte(charset, static_cast<unsigned char>(bytes[at])), 1};
    append_utf8(text, read.value);
    at += read.length;
  }
  return text;
}

}  // namespace freshet
