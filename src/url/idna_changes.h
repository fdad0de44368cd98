// Changes of domain name mappings between ICU 72's Unicode (15.0) and Unicode 17.0.
//
// ICU maps by the IDNA table of its own Unicode version. UTS 46 has since mapped characters that it
// used to refuse (revision 33, Unicode 16: "make more characters ignored or mapped") and added one
// mapping (U+1E9E, Unicode 15.1). These are all code points that both versions know and treat
// differently, found by comparing the two tables code point by code point. They are replaced before
// ICU sees the name.
//
// Characters added to Unicode after 15.0 are refused, as is U+1806, which is valid since 16.0 and
// which ICU refuses too.
#pragma once

#include <algorithm>
#include <array>

namespace freshet {

// The code points first..last become to..to + (last - first), or are removed if `to` is kIgnored.
struct IdnaChange {
  char32_t first;
  char32_t last;
  char32_t to;
};

inline constexpr char32_t kIgnored = 0;

inline constexpr auto kIdnaChanges = std::to_array<IdnaChange>({
    {0x04C0, 0x04C0, 0x04CF},      // Cyrillic palochka
    {0x10A0, 0x10C5, 0x2D00},      // Georgian capital letters
    {0x115F, 0x1160, kIgnored},    // Hangul fillers
    {0x17B4, 0x17B5, kIgnored},    // Khmer inherent vowels
    {0x180E, 0x180E, kIgnored},    // Mongolian vowel separator
    {0x1E9E, 0x1E9E, 0x00DF},      // capital sharp s: to the small one, no longer to "ss"
    {0x2061, 0x2063, kIgnored},    // invisible mathematical operators
    {0x206A, 0x206F, kIgnored},    // deprecated format characters
    {0x2132, 0x2132, 0x214E},      // turned capital F
    {0x2183, 0x2183, 0x2184},      // Roman numeral reversed one hundred
    {0x3164, 0x3164, kIgnored},    // Hangul filler
    {0xFFA0, 0xFFA0, kIgnored},    // halfwidth Hangul filler
    {0x1D173, 0x1D17A, kIgnored},  // musical format characters
    // CJK compatibility ideographs whose decompositions Unicode Corrigendum 4 corrected.
    {0x2F868, 0x2F868, 0x36FC},
    {0x2F874, 0x2F874, 0x5F53},
    {0x2F91F, 0x2F91F, 0x243AB},
    {0x2F95F, 0x2F95F, 0x7AEE},
    {0x2F9BF, 0x2F9BF, 0x45D7},
});

// Returns the new mapping of `c`; `c` itself if nothing changed.
constexpr char32_t changed_since_icu(char32_t c) {
  const auto it = std::ranges::lower_bound(kIdnaChanges, c, {}, &IdnaChange::last);
  if (it == kIdnaChanges.end() || c < it->first) return c;
  return it->to == kIgnored ? kIgnored : it->to + (c - it->first);
}

}  // namespace freshet
