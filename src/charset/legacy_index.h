// The indexes of the WHATWG Encoding Standard: which code point a pair of bytes means.
//
// They are facts, 90,000 of them, kept packed as text (115 KB of source) and unpacked when an
// encoding is first met. The packed form is a row of numbers in base 90, whose digits are the
// printable ASCII characters without " % ? and \. Reading goes from entry to entry, with P the code
// point before (-1 at first); the first digit d says what comes:
//
//   d  0..39   one entry: P + 1 + d
//   d 40..82   one entry: with the next digit e, P - 1935 + (d - 40) * 90 + e
//   d 83..86   one entry: with the next two, 0x3000 + the number of three digits - 83 * 90 * 90
//   d 87       the next two digits say how many entries follow on from P, one by one
//   d 88       the next two digits say how many entries have no code point
//   d 89       one entry: the number of the next three digits
//
// tests/oracle/make_legacy_indexes.mjs writes them.
#pragma once

#include <vector>

namespace freshet {

namespace packed {
extern const char* const single_byte;
extern const char* const gb18030;
extern const char* const gb18030_ranges;
extern const char* const big5;
extern const char* const euc_kr;
extern const char* const jis0208;
extern const char* const jis0212;
}  // namespace packed

// An entry without a code point; no index holds U+0000.
inline constexpr char32_t kUnmapped = 0;

// Code points by pointer.
using LegacyIndex = std::vector<char32_t>;

LegacyIndex unpack_index(const char* packed);

}  // namespace freshet
