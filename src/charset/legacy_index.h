// The indexes of the WHATWG Encoding Standard: the code point of each pair of bytes.
//
// There are 90,000 entries, compressed as text (115 KB of source) and expanded when an encoding is
// first used. The compressed form is a sequence of numbers in base 90, whose digits are the
// printable ASCII characters without " % ? and \. Entries are read in order, with P the previous
// code point (-1 at first); the first digit d selects the form:
//
//   d  0..39   one entry: P + 1 + d
//   d 40..82   one entry: with the next digit e, P - 1935 + (d - 40) * 90 + e
//   d 83..86   one entry: with the next two, 0x3000 + the number of three digits - 83 * 90 * 90
//   d 87       the next two digits are the number of consecutive code points after P
//   d 88       the next two digits are the number of entries without a code point
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

// An entry without a code point; no index has U+0000.
inline constexpr char32_t kUnmapped = 0;

// Code points by pointer.
using LegacyIndex = std::vector<char32_t>;

LegacyIndex unpack_index(const char* packed);

}  // namespace freshet
