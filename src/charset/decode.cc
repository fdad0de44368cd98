#include "charset/decode.h"

#include "base/ascii.h"
#include "base/check.h"
#include "base/utf8.h"
#include "charset/decode_multi_byte.h"
#include "charset/legacy_index.h"

namespace freshet {
namespace {

// Copies runs of ASCII whole; calls `read` for everything else.
template <class Read>
std::string decode_by(std::string_view bytes, Read read) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 2);
  for (std::size_t at = 0; at < bytes.size();) {
    if (is_ascii(bytes[at])) {
      const std::size_t run = ascii_length(bytes.substr(at));
      text.append(bytes.substr(at, run));
      at += run;
      continue;
    }
    const Decoded decoded = read(bytes, at);
    append_utf8(text, decoded.value);
    if (decoded.mark != 0) append_utf8(text, decoded.mark);
    at += decoded.length;
  }
  return text;
}

// Encoding Standard, section 14.2: a lone surrogate is invalid by itself, and the unit after a
// leading one is read again. A last odd byte is invalid, together with a leading surrogate before
// it.
std::string decode_utf_16(std::string_view bytes, bool big_endian) {
  const auto unit_at = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(bytes[at]);
    const auto second = static_cast<unsigned char>(bytes[at + 1]);
    return static_cast<char32_t>(big_endian ? first << 8 | second : second << 8 | first);
  };
  std::string text;
  text.reserve(bytes.size());
  std::size_t at = 0;
  for (; at + 2 <= bytes.size(); at += 2) {
    const char32_t unit = unit_at(at);
    if (unit < 0xD800 || unit > 0xDFFF) {
      append_utf8(text, unit);
      continue;
    }
    const bool is_leading = unit < 0xDC00;
    if (is_leading && at + 4 > bytes.size()) break;
    const char32_t next = is_leading ? unit_at(at + 2) : 0;
    if (next >= 0xDC00 && next <= 0xDFFF) {
      append_utf8(text, 0x10000 + ((unit - 0xD800) << 10) + (next - 0xDC00));
      at += 2;
    } else {
      append_utf8(text, kReplacementCharacter);
    }
  }
  if (at < bytes.size()) append_utf8(text, kReplacementCharacter);
  return text;
}

std::string decode_single_byte(Encoding encoding, std::string_view bytes) {
  return decode_by(bytes, [&](std::string_view, std::size_t at) -> Decoded {
    return {single_byte_character(encoding, static_cast<unsigned char>(bytes[at])), 1};
  });
}

}  // namespace

char32_t single_byte_character(Encoding encoding, unsigned char byte) {
  static const LegacyIndex index = unpack_index(packed::single_byte);
  require(is_single_byte(encoding), "a single-byte encoding");
  if (byte < 0x80) return byte;
  const auto table =
      static_cast<std::size_t>(encoding) - static_cast<std::size_t>(Encoding::ibm866);
  const char32_t value = index[table * 128 + byte - 0x80];
  return value == kUnmapped ? kReplacementCharacter : value;
}

std::string decode_to_utf8(Encoding encoding, std::string_view bytes) {
  switch (encoding) {
    case Encoding::utf_8:
      return repair_utf8(bytes);
    case Encoding::gbk:
    case Encoding::gb18030:
      return decode_by(bytes, read_gb18030);
    case Encoding::big5:
      return decode_by(bytes, read_big5);
    case Encoding::euc_jp:
      return decode_by(bytes, read_euc_jp);
    case Encoding::iso_2022_jp:
      return decode_iso_2022_jp(bytes);
    case Encoding::shift_jis:
      return decode_by(bytes, read_shift_jis);
    case Encoding::euc_kr:
      return decode_by(bytes, read_euc_kr);
    case Encoding::replacement:  // encodings used in attacks: nothing of such a page is shown
      return bytes.empty() ? "" : "\uFFFD";
    case Encoding::utf_16be:
      return decode_utf_16(bytes, true);
    case Encoding::utf_16le:
      return decode_utf_16(bytes, false);
    case Encoding::x_user_defined:
      return decode_by(bytes, [](std::string_view all, std::size_t at) -> Decoded {
        return {0xF700u + static_cast<unsigned char>(all[at]), 1};
      });
    default:
      return decode_single_byte(encoding, bytes);
  }
}

bool is_plain_ascii(Encoding encoding, std::string_view bytes) {
  if (encoding == Encoding::replacement || encoding == Encoding::utf_16be ||
      encoding == Encoding::utf_16le)
    return bytes.empty();
  if (encoding == Encoding::iso_2022_jp && bytes.find_first_of("\x0E\x0F\x1B") != bytes.npos)
    return false;
  return ascii_length(bytes) == bytes.size();
}

}  // namespace freshet
