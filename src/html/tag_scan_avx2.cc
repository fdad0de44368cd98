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
#include "html/tag_name_table.h"
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

  // Reads the tag name at `bytes`. Each byte that ends a name has a distinct low half, so a table
  // from low halves to such bytes reproduces just those, and something else for every other byte.
  [[gnu::always_inline]] static ShortName read_name(const char* bytes) {
    const __m128i table =
        _mm_setr_epi8(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, '\f', '\r', '>', '/');
    const __m128i name = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
    const __m128i ends = _mm_cmpeq_epi8(_mm_shuffle_epi8(table, name), name);
    const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(ends)) | (1u << kNameBytes);
    const auto length = static_cast<std::size_t>(std::countr_zero(bits));
    return {length, find_name(name, length)};
  }

  // Like tag_name_table::find, with the letters in one register. Nobody reads the answer for a name
  // that did not fit.
  [[gnu::always_inline]] static TagName find_name(__m128i name, std::size_t length) {
    const auto load = [](const void* at) {
      return _mm_loadu_si128(static_cast<const __m128i*>(at));
    };
    const __m128i masked = _mm_and_si128(name, load(tag_name_table::mask_of(length)));
    const __m128i lower =
        _mm_or_si128(masked, _mm_and_si128(_mm_srli_epi16(masked, 1), _mm_set1_epi8(0x20)));
    const __m128i letters = _mm_insert_epi8(lower, static_cast<char>(length), 15);
    const auto& table = tag_name_table::kTable;
    const auto head = static_cast<std::uint64_t>(_mm_cvtsi128_si64(lower));
    const TagName found = table.slots[tag_name_table::slot_of(head)];
    const __m128i same =
        _mm_cmpeq_epi8(letters, load(&table.letters[static_cast<std::size_t>(found)]));
    return _mm_movemask_epi8(same) == 0xFFFF ? found : TagName::unknown;
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
