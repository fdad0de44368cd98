#include "charset/decode_multi_byte.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/utf8.h"
#include "charset/legacy_index.h"

namespace freshet {
namespace {

using Byte = unsigned char;

constexpr bool in_range(Byte byte, Byte low, Byte high) { return byte >= low && byte <= high; }

constexpr Decoded bad(std::size_t length) { return {kReplacementCharacter, length}; }

char32_t character(const LegacyIndex& index, std::size_t pointer) {
  if (pointer >= index.size() || index[pointer] == kUnmapped) return kReplacementCharacter;
  return index[pointer];
}

// A pair with a character consumes two bytes. An invalid one does too, unless its second byte is
// ASCII: that one is then read again by itself.
Decoded pair(char32_t value, char second) {
  if (value != kReplacementCharacter) return {value, 2};
  return bad(is_ascii(second) ? 1 : 2);
}

// Returns the position of a trail byte in the row of its lead byte, or kNoTrail.
constexpr std::size_t kNoTrail = static_cast<std::size_t>(-1);

std::size_t gbk_trail(Byte byte) {
  if (in_range(byte, 0x40, 0x7E)) return byte - 0x40u;
  if (in_range(byte, 0x80, 0xFE)) return byte - 0x41u;
  return kNoTrail;
}

std::size_t big5_trail(Byte byte) {
  if (in_range(byte, 0x40, 0x7E)) return byte - 0x40u;
  if (in_range(byte, 0xA1, 0xFE)) return byte - 0x62u;
  return kNoTrail;
}

std::size_t shift_jis_trail(Byte byte) {
  if (in_range(byte, 0x40, 0x7E)) return byte - 0x40u;
  if (in_range(byte, 0x80, 0xFC)) return byte - 0x41u;
  return kNoTrail;
}

// "Index gb18030 ranges code point": the four-byte codes cover the rest of Unicode, in runs.
char32_t gb18030_range_character(std::size_t pointer) {
  struct Range {
    std::size_t pointer;
    char32_t start;
  };
  static const std::vector<Range> ranges = [] {
    const LegacyIndex flat = unpack_index(packed::gb18030_ranges);
    std::vector<Range> pairs;
    for (std::size_t i = 0; i + 1 < flat.size(); i += 2) pairs.push_back({flat[i], flat[i + 1]});
    return pairs;
  }();
  constexpr std::size_t kBmpLast = 39419, kAstralFirst = 189000, kAstralLast = 1237575;
  if ((pointer > kBmpLast && pointer < kAstralFirst) || pointer > kAstralLast)
    return kReplacementCharacter;
  if (pointer == 7457) return 0xE7C7;
  const auto after = std::ranges::upper_bound(ranges, pointer, {}, &Range::pointer);
  const Range& range = *(after - 1);
  return range.start + static_cast<char32_t>(pointer - range.pointer);
}

// Decodes the four-byte code whose first two bytes are known to be 81..FE and 30..39.
Decoded read_gb18030_four(std::string_view bytes, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<Byte>(bytes[at + i]); };
  const std::size_t left = bytes.size() - at;
  if (left < 3) return bad(left);
  if (!in_range(byte(2), 0x81, 0xFE)) return bad(1);
  if (left < 4) return bad(left);
  if (!in_range(byte(3), 0x30, 0x39)) return bad(1);
  const std::size_t pointer =
      (((byte(0) - 0x81u) * 10 + byte(1) - 0x30u) * 126 + byte(2) - 0x81u) * 10 + byte(3) - 0x30u;
  return {gb18030_range_character(pointer), 4};
}

}  // namespace

Decoded read_gb18030(std::string_view bytes, std::size_t at) {
  static const LegacyIndex index = unpack_index(packed::gb18030);
  const auto lead = static_cast<Byte>(bytes[at]);
  if (lead == 0x80) return {0x20AC, 1};
  if (lead == 0xFF || at + 1 == bytes.size()) return bad(1);
  if (is_ascii_digit(bytes[at + 1])) return read_gb18030_four(bytes, at);
  const std::size_t trail = gbk_trail(static_cast<Byte>(bytes[at + 1]));
  if (trail == kNoTrail) return pair(kReplacementCharacter, bytes[at + 1]);
  return pair(character(index, std::size_t{190} * (lead - 0x81u) + trail), bytes[at + 1]);
}

Decoded read_big5(std::string_view bytes, std::size_t at) {
  static const LegacyIndex index = unpack_index(packed::big5);
  const auto lead = static_cast<Byte>(bytes[at]);
  if (!in_range(lead, 0x81, 0xFE) || at + 1 == bytes.size()) return bad(1);
  const std::size_t trail = big5_trail(static_cast<Byte>(bytes[at + 1]));
  if (trail == kNoTrail) return pair(kReplacementCharacter, bytes[at + 1]);
  const std::size_t pointer = std::size_t{157} * (lead - 0x81u) + trail;
  switch (pointer) {
    case 1133:
      return {0x00CA, 2, 0x0304};
    case 1135:
      return {0x00CA, 2, 0x030C};
    case 1164:
      return {0x00EA, 2, 0x0304};
    case 1166:
      return {0x00EA, 2, 0x030C};
    default:
      return pair(character(index, pointer), bytes[at + 1]);
  }
}

Decoded read_shift_jis(std::string_view bytes, std::size_t at) {
  const auto lead = static_cast<Byte>(bytes[at]);
  if (lead == 0x80) return {0x80, 1};
  if (in_range(lead, 0xA1, 0xDF)) return {0xFF61u - 0xA1u + lead, 1};  // half-width katakana
  if (lead == 0xA0 || lead > 0xFC || at + 1 == bytes.size()) return bad(1);
  const std::size_t trail = shift_jis_trail(static_cast<Byte>(bytes[at + 1]));
  if (trail == kNoTrail) return pair(kReplacementCharacter, bytes[at + 1]);
  const std::size_t pointer = std::size_t{188} * (lead - (lead < 0xA0 ? 0x81u : 0xC1u)) + trail;
  constexpr std::size_t kPrivateFirst = 8836, kPrivateLast = 10715;  // Windows' own characters
  if (pointer >= kPrivateFirst && pointer <= kPrivateLast)
    return {static_cast<char32_t>(0xE000 + pointer - kPrivateFirst), 2};
  return pair(jis0208_character(pointer), bytes[at + 1]);
}

Decoded read_euc_kr(std::string_view bytes, std::size_t at) {
  static const LegacyIndex index = unpack_index(packed::euc_kr);
  const auto lead = static_cast<Byte>(bytes[at]);
  if (!in_range(lead, 0x81, 0xFE) || at + 1 == bytes.size()) return bad(1);
  const auto trail = static_cast<Byte>(bytes[at + 1]);
  if (!in_range(trail, 0x41, 0xFE)) return pair(kReplacementCharacter, bytes[at + 1]);
  return pair(character(index, (lead - 0x81u) * 190 + trail - 0x41u), bytes[at + 1]);
}

Decoded read_euc_jp(std::string_view bytes, std::size_t at) {
  static const LegacyIndex jis0212 = unpack_index(packed::jis0212);
  const auto byte = [&](std::size_t i) { return static_cast<Byte>(bytes[at + i]); };
  const auto pointer = [&](std::size_t i) { return (byte(i) - 0xA1u) * 94 + byte(i + 1) - 0xA1u; };
  const auto is_graphic = [&](std::size_t i) { return in_range(byte(i), 0xA1, 0xFE); };
  const std::size_t left = bytes.size() - at;
  if (!is_graphic(0) && byte(0) != 0x8E && byte(0) != 0x8F) return bad(1);
  if (left < 2) return bad(1);
  if (byte(0) == 0x8E && in_range(byte(1), 0xA1, 0xDF)) return {0xFF61u - 0xA1u + byte(1), 2};
  if (byte(0) == 0x8F && is_graphic(1)) {
    if (left < 3) return bad(2);
    const char32_t value =
        is_graphic(2) ? character(jis0212, pointer(1)) : char32_t{kReplacementCharacter};
    if (value != kReplacementCharacter) return {value, 3};
    return bad(is_ascii(bytes[at + 2]) ? 2 : 3);
  }
  if (!is_graphic(0) || !is_graphic(1)) return pair(kReplacementCharacter, bytes[at + 1]);
  return pair(jis0208_character(pointer(0)), bytes[at + 1]);
}

char32_t jis0208_character(std::size_t pointer) {
  static const LegacyIndex index = unpack_index(packed::jis0208);
  return character(index, pointer);
}

}  // namespace freshet
