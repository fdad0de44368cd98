// UTF-8 validation of 32 bytes at a time (after Keiser and Lemire, "Validating UTF-8 in less than
// one instruction per byte", 2021).
//
// Almost every error shows in two adjacent bytes: a continuation without a lead, a lead without a
// continuation, an overlong form, a surrogate, a value beyond U+10FFFF. Each kind of error is one
// bit. Three tables of 16 entries, indexed by the high and the low half of the first byte and the
// high half of the second, give the errors that each half permits; the bits set in all three are
// the errors found. The second and third continuation bytes remain, which two subtractions find.
// ASCII skips all of this.
#include "base/utf8.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/ascii.h"

namespace freshet::utf8_avx2 {
namespace {

constexpr std::size_t kBlock = 64;

constexpr char kTooShort = 1 << 0;      // 11______ 0_______  and  11______ 11______
constexpr char kTooLong = 1 << 1;       // 0_______ 10______
constexpr char kOverlong3 = 1 << 2;     // 11100000 100_____
constexpr char kTooLarge = 1 << 3;      // 11110100 1001____  and above
constexpr char kSurrogate = 1 << 4;     // 11101101 101_____
constexpr char kOverlong2 = 1 << 5;     // 1100000_ 10______
constexpr char kTooLarge1000 = 1 << 6;  // 11110101 1000____  and above
constexpr char kOverlong4 = 1 << 6;     // 11110000 1000____
constexpr char kTwoContinuations = static_cast<char>(0x80);  // 10______ 10______
constexpr char kCarry = kTooShort | kTooLong | kTwoContinuations;

// Repeats the 16 entries in both halves, as the shuffle requires.
[[gnu::target("avx2")]] __m256i table(char a, char b, char c, char d, char e, char f, char g,
                                      char h, char i, char j, char k, char l, char m, char n,
                                      char o, char p) {
  return _mm256_broadcastsi128_si256(_mm_setr_epi8(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p));
}

[[gnu::target("avx2")]] __m256i high_halves(__m256i bytes) {
  return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
}

// Returns `bytes` shifted by N, with the last N of `before` in front.
template <int N>
[[gnu::target("avx2")]] __m256i shifted(__m256i bytes, __m256i before) {
  return _mm256_alignr_epi8(bytes, _mm256_permute2x128_si256(before, bytes, 0x21), 16 - N);
}

[[gnu::target("avx2")]] __m256i pair_mistakes(__m256i first, __m256i second) {
  const __m256i by_first_high =
      table(kTooLong, kTooLong, kTooLong, kTooLong, kTooLong, kTooLong, kTooLong, kTooLong,
            kTwoContinuations, kTwoContinuations, kTwoContinuations, kTwoContinuations,
            kTooShort | kOverlong2, kTooShort, kTooShort | kOverlong3 | kSurrogate,
            kTooShort | kTooLarge | kTooLarge1000 | kOverlong4);
  constexpr char kPast4 = kCarry | kTooLarge | kTooLarge1000;
  const __m256i by_first_low =
      table(kCarry | kOverlong3 | kOverlong2 | kOverlong4, kCarry | kOverlong2, kCarry, kCarry,
            kCarry | kTooLarge, kPast4, kPast4, kPast4, kPast4, kPast4, kPast4, kPast4, kPast4,
            kPast4 | kSurrogate, kPast4, kPast4);
  constexpr char kContinued = kTooLong | kOverlong2 | kTwoContinuations;
  const __m256i by_second_high =
      table(kTooShort, kTooShort, kTooShort, kTooShort, kTooShort, kTooShort, kTooShort, kTooShort,
            kContinued | kOverlong3 | kTooLarge1000 | kOverlong4,
            kContinued | kOverlong3 | kTooLarge, kContinued | kSurrogate | kTooLarge,
            kContinued | kSurrogate | kTooLarge, kTooShort, kTooShort, kTooShort, kTooShort);
  const __m256i low = _mm256_and_si256(first, _mm256_set1_epi8(0x0F));
  return _mm256_and_si256(_mm256_and_si256(_mm256_shuffle_epi8(by_first_high, high_halves(first)),
                                           _mm256_shuffle_epi8(by_first_low, low)),
                          _mm256_shuffle_epi8(by_second_high, high_halves(second)));
}

// Returns nonzero bytes where `bytes`, which follow `before`, break UTF-8.
[[gnu::target("avx2")]] __m256i mistakes(__m256i bytes, __m256i before) {
  const __m256i pairs = pair_mistakes(shifted<1>(bytes, before), bytes);
  const __m256i third = _mm256_subs_epu8(shifted<2>(bytes, before), _mm256_set1_epi8(0xE0 - 0x80));
  const __m256i fourth = _mm256_subs_epu8(shifted<3>(bytes, before), _mm256_set1_epi8(0xF0 - 0x80));
  // The high bit is set where a third or fourth byte is required: two continuations in a row are
  // valid exactly there.
  const __m256i due =
      _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8(static_cast<char>(0x80)));
  return _mm256_xor_si256(due, pairs);
}

[[gnu::target("avx2")]] __m256i load(const char* at) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
}

[[gnu::target("avx2")]] bool is_zero(__m256i bits) { return _mm256_testz_si256(bits, bits) != 0; }

[[gnu::target("avx2")]] bool all_ascii(__m256i bytes) { return _mm256_movemask_epi8(bytes) == 0; }

// Returns the start of the code point that `end` may cut, if the text before is valid: the last
// byte that is not a continuation, if it is among the last three; four bytes are a whole code
// point.
std::size_t last_start(std::string_view text, std::size_t end) {
  for (std::size_t back = 1; back <= 3 && back <= end; ++back)
    if ((text[end - back] & 0xC0) != 0x80) return end - back;
  return end;
}

}  // namespace

[[gnu::target("avx2")]] std::size_t ascii_length(std::string_view text) {
  std::size_t at = 0;
  for (; at + 32 <= text.size(); at += 32) {
    const auto high = static_cast<std::uint32_t>(_mm256_movemask_epi8(load(text.data() + at)));
    if (high != 0) return at + static_cast<std::size_t>(std::countr_zero(high));
  }
  while (at < text.size() && is_ascii(text[at])) ++at;
  return at;
}

[[gnu::target("avx2")]] std::size_t valid_utf8_length(std::string_view text) {
  __m256i before = _mm256_setzero_si256();
  std::size_t at = 0;
  for (; at + kBlock <= text.size(); at += kBlock) {
    const __m256i low = load(text.data() + at);
    const __m256i high = load(text.data() + at + 32);
    if (all_ascii(_mm256_or_si256(low, high)) && all_ascii(before)) {
      before = high;
      continue;
    }
    if (!is_zero(_mm256_or_si256(mistakes(low, before), mistakes(high, low)))) break;
    before = high;
  }
  // All before `at` is valid, except for a code point that may end after it.
  const std::size_t good = last_start(text, at);
  return good + utf8_portable::valid_utf8_length(text.substr(good));
}

}  // namespace freshet::utf8_avx2

#else

namespace freshet::utf8_avx2 {
std::size_t ascii_length(std::string_view text) { return utf8_portable::ascii_length(text); }
std::size_t valid_utf8_length(std::string_view text) {
  return utf8_portable::valid_utf8_length(text);
}
}  // namespace freshet::utf8_avx2

#endif
