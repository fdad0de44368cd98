// The encodings of the web and their labels (WHATWG Encoding Standard, section 4).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace freshet {

// In the standard's order. The single-byte ones, ibm866 to x_mac_cyrillic, are contiguous; their
// indexes are stored in this order.
enum class Encoding : std::uint8_t {
  utf_8,
  ibm866,
  iso_8859_2,
  iso_8859_3,
  iso_8859_4,
  iso_8859_5,
  iso_8859_6,
  iso_8859_7,
  iso_8859_8,
  iso_8859_8_i,
  iso_8859_10,
  iso_8859_13,
  iso_8859_14,
  iso_8859_15,
  iso_8859_16,
  koi8_r,
  koi8_u,
  macintosh,
  windows_874,
  windows_1250,
  windows_1251,
  windows_1252,
  windows_1253,
  windows_1254,
  windows_1255,
  windows_1256,
  windows_1257,
  windows_1258,
  x_mac_cyrillic,
  gbk,
  gb18030,
  big5,
  euc_jp,
  iso_2022_jp,
  shift_jis,
  euc_kr,
  replacement,
  utf_16be,
  utf_16le,
  x_user_defined,
};

inline constexpr int kEncodings = 40;
inline constexpr std::size_t kEncodingLabels = 228;

constexpr bool is_single_byte(Encoding encoding) {
  return encoding >= Encoding::ibm866 && encoding <= Encoding::x_mac_cyrillic;
}

// Returns the standard's name, such as "windows-1252" or "Shift_JIS".
std::string_view encoding_name(Encoding encoding);

// "Get an encoding": returns the encoding for `label` ("latin1" is windows-1252); nothing if no
// browser knows it. Ignores case and surrounding whitespace.
std::optional<Encoding> encoding_from_label(std::string_view label);

}  // namespace freshet
