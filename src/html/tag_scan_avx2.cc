// The scanner compiled for AVX2. Nothing else may be: the linker could keep an inline function of a
// header that was compiled here as the only copy for all. So everything that is not a template over
// a type of this file comes before the pragma.
#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
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
#include "html/tag_content.h"
#include "html/tag_feedback.h"
#include "html/tag_index.h"
#include "html/tag_sink.h"
#include "html/tag_tree.h"
#include "html/tag_vectors.h"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi")
#endif

#include "html/tag_scanner.h"

namespace freshet {
namespace {

struct Avx2 {
  static constexpr std::size_t kNameBytes = 16;

  // Returns the length of the tag name at `bytes`, or kNameBytes if it is longer. Each byte that
  // ends a name has a distinct low half, so a table from low halves to such bytes reproduces just
  // those, and something else for every other byte.
  [[gnu::always_inline]] static std::size_t name_length(const char* bytes) {
    const __m128i table =
        _mm_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, '\f', '\r', '>', '/');
    const __m128i name = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
    const __m128i ends = _mm_cmpeq_epi8(_mm_shuffle_epi8(table, name), name);
    const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(ends)) | (1u << kNameBytes);
    return static_cast<std::size_t>(std::countr_zero(bits));
  }

  // The same method: the four wanted bytes differ in their low halves.
  [[gnu::always_inline]] static std::uint32_t wanted(const char* bytes) {
    const __m256i table = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(1, 0, '"', 0, 0, 0, 0, 0, 0, 0, 0, 0, '<', '=', '>', 0));
    const __m256i block = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
    const __m256i same = _mm256_cmpeq_epi8(_mm256_shuffle_epi8(table, block), block);
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(same));
  }

  [[gnu::always_inline]] static BitMap map_structural(const char* bytes) {
    return wanted(bytes) | static_cast<BitMap>(wanted(bytes + 32)) << 32;
  }
};

}  // namespace

bool scan_by_names_avx2(std::string_view text, Scripting scripting, TagIndex& index) {
  return scan_by_names<Avx2>(text, scripting, index);
}

bool scan_by_tree_avx2(std::string_view text, Scripting scripting, TagIndex& index) {
  return scan_by_tree<Avx2>(text, scripting, index);
}

}  // namespace freshet

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#else

#include "html/tag_vectors.h"

namespace freshet {

bool scan_by_names_avx2(std::string_view text, Scripting scripting, TagIndex& index) {
  return scan_by_names_portable(text, scripting, index);
}

bool scan_by_tree_avx2(std::string_view text, Scripting scripting, TagIndex& index) {
  return scan_by_tree_portable(text, scripting, index);
}

}  // namespace freshet

#endif
