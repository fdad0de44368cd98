// Everything that this file defines is compiled for AVX2, and nothing else may be: hence the
// standard headers come first, and what follows the pragma is templates and local types only.
#include <immintrin.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "html/markup.h"
#include "html/tag_index.h"
#include "html/tag_names.h"
#include "html/tag_vectors.h"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi")
#endif

#include "html/tag_feedback.h"
#include "html/tag_scanner.h"
#include "html/tag_tree.h"

namespace freshet {
namespace {

struct Avx2 {
  static constexpr std::size_t kNameBytes = 16;

  // The length of the tag name at `bytes`, up to 16. Takes all control characters for the end of
  // the name; the caller looks at what it was.
  [[gnu::always_inline]] static std::size_t name_length(const char* bytes) {
    const __m128i name = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
    const __m128i space = _mm_set1_epi8(' ');
    const __m128i ends = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(name, _mm_set1_epi8('>')),
                                                   _mm_cmpeq_epi8(name, _mm_set1_epi8('/'))),
                                      _mm_cmpeq_epi8(_mm_max_epu8(name, space), space));
    const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(ends)) | 0x10000u;
    return static_cast<std::size_t>(std::countr_zero(bits));
  }

  [[gnu::always_inline]] static BitMap bits(__m256i low, __m256i high) {
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(low)) |
           static_cast<BitMap>(static_cast<std::uint32_t>(_mm256_movemask_epi8(high))) << 32;
  }

  [[gnu::always_inline]] static __m256i equal(__m256i bytes, char c) {
    return _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(c));
  }

  [[gnu::always_inline]] static void map_block(const char* bytes, BitMap& less_than,
                                               BitMap& greater_or_equals, BitMap& double_quote) {
    const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
    const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes + 32));
    less_than = bits(equal(low, '<'), equal(high, '<'));
    greater_or_equals = bits(_mm256_or_si256(equal(low, '>'), equal(low, '=')),
                             _mm256_or_si256(equal(high, '>'), equal(high, '=')));
    double_quote = bits(equal(low, '"'), equal(high, '"'));
  }
};

}  // namespace

bool scan_by_names_avx2(std::string_view text, Scripting scripting, TagIndex& index) {
  return scan<Avx2, NameFeedback>(text, scripting, index);
}

void scan_by_tree_avx2(std::string_view text, Scripting scripting, TagIndex& index) {
  scan<Avx2, TreeFeedback>(text, scripting, index);
}

}  // namespace freshet

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
