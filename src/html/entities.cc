#include "html/entities.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "base/ascii.h"
#include "base/utf8.h"

namespace freshet {
namespace {

// A precomputed hash table: kNames has all names (without semicolons) concatenated in order of
// their bucket; name i is kNames[kNameStart[i]..kNameStart[i+1]), bucket b has the names from
// kFirstOfBucket[b] to kFirstOfBucket[b+1]. kValue[i] is twice the code point, plus one if the
// semicolon is optional; a code point from kPairBase on is an index of pairs.
#include "html/entity_table.inc"

constexpr std::size_t kBuckets = std::size(kFirstOfBucket) - 1;
constexpr std::uint32_t kPairBase = 0x110000;
constexpr std::size_t kNameBytesMax = 31;       // CounterClockwiseContourIntegral
constexpr std::size_t kLegacyNameBytesMin = 2;  // &lt
constexpr std::size_t kLegacyNameBytesMax = 6;  // &frac12

constexpr CharacterReference kNoReference{0, 0, 0};

// Returns the number of the name, or -1.
int find_name(std::string_view name) {
  std::uint32_t hash = 0;
  for (const char c : name) hash = hash * 33 + static_cast<unsigned char>(c);
  const std::size_t bucket = hash % kBuckets;
  for (int i = kFirstOfBucket[bucket]; i < kFirstOfBucket[bucket + 1]; ++i) {
    const std::size_t size = static_cast<std::size_t>(kNameStart[i + 1] - kNameStart[i]);
    if (size == name.size() && std::memcmp(kNames + kNameStart[i], name.data(), size) == 0)
      return i;
  }
  return -1;
}

bool needs_no_semicolon(int name) { return (kValue[name] & 1) != 0; }

CharacterReference named(int name, std::size_t length) {
  const std::uint32_t value = kValue[name] >> 1;
  if (value < kPairBase) return {value, 0, length};
  const std::size_t pair = 2 * std::size_t{value - kPairBase};
  return {kPair[pair], kPair[pair + 1], length};
}

// "Named character reference state". All names are alphanumeric, so a name with its semicolon can
// only be the whole alphanumeric run; otherwise it is the longest name that needs none.
CharacterReference read_named(std::string_view text, std::size_t at, ReferenceContext context) {
  const std::string_view rest = text.substr(at + 1, kNameBytesMax + 1);
  const std::size_t run = static_cast<std::size_t>(
      std::find_if_not(rest.begin(), rest.end(), is_ascii_alnum) - rest.begin());
  if (run < kLegacyNameBytesMin) return kNoReference;
  if (run < rest.size() && rest[run] == ';') {
    const int name = find_name(rest.substr(0, run));
    if (name >= 0) return named(name, run + 2);
  }
  for (std::size_t size = std::min(run, kLegacyNameBytesMax); size >= kLegacyNameBytesMin; --size) {
    const int name = find_name(rest.substr(0, size));
    if (name < 0 || !needs_no_semicolon(name)) continue;
    const char next = size < rest.size() ? rest[size] : '\0';
    if (context == ReferenceContext::attribute && (next == '=' || is_ascii_alnum(next)))
      return kNoReference;
    return named(name, size + 1);
  }
  return kNoReference;
}

// "Numeric character reference end state": &#128; ff. of old pages are windows-1252.
char32_t scalar_value(std::uint32_t number) {
  static constexpr char16_t kWindows1252[32] = {
      0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
      0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};
  if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF))
    return kReplacementCharacter;
  if (number >= 0x80 && number <= 0x9F) return kWindows1252[number - 0x80];
  return number;
}

CharacterReference read_numeric(std::string_view text, std::size_t at) {
  std::size_t i = at + 2;
  const bool hex = i < text.size() && (text[i] == 'x' || text[i] == 'X');
  if (hex) ++i;
  const std::size_t digits = i;
  std::uint32_t number = 0;
  for (; i < text.size() && (hex ? is_ascii_hex_digit(text[i]) : is_ascii_digit(text[i])); ++i)
    if (number <= 0x10FFFF) number = number * (hex ? 16 : 10) + hex_value(text[i]);
  if (i == digits) return kNoReference;
  if (i < text.size() && text[i] == ';') ++i;
  return {scalar_value(number), 0, i - at};
}

}  // namespace

CharacterReference read_character_reference(std::string_view text, std::size_t at,
                                            ReferenceContext context) {
  if (at + 1 >= text.size()) return kNoReference;
  if (text[at + 1] == '#') return read_numeric(text, at);
  return read_named(text, at, context);
}

void append_decoded(std::string& out, std::string_view text, ReferenceContext context) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t ampersand = std::min(text.find('&', at), text.size());
    out.append(text, at, ampersand - at);
    at = ampersand;
    if (at == text.size()) return;
    const CharacterReference reference = read_character_reference(text, at, context);
    if (reference.length == 0) {
      out.push_back('&');
      ++at;
      continue;
    }
    append_utf8(out, reference.first);
    if (reference.second != 0) append_utf8(out, reference.second);
    at += reference.length;
  }
}

std::string decode_references(std::string_view text, ReferenceContext context) {
  std::string decoded;
  decoded.reserve(text.size());
  append_decoded(decoded, text, context);
  return decoded;
}

}  // namespace freshet
