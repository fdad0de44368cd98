// UTF-8 decoding of the WHATWG Encoding Standard: total, with U+FFFD for each maximal invalid part.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace freshet {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;

// One decoded code point. Bytes that are not UTF-8 decode to kReplacementCharacter with the length
// of their maximal subpart, so `length` is 1..4 and reading always advances.
struct CodePoint {
  char32_t value;
  std::size_t length;
  bool valid;  // false: the bytes were not UTF-8
};

// `at` must be less than `text.size()`.
CodePoint read_utf8(std::string_view text, std::size_t at);

// `value` must be a Unicode scalar value (not a surrogate, at most U+10FFFF).
void append_utf8(std::string& text, char32_t value);

// Returns how many leading bytes of `text` are valid UTF-8; text.size() if all are.
std::size_t valid_utf8_length(std::string_view text);

// Returns how many leading bytes of `text` are ASCII.
std::size_t ascii_length(std::string_view text);

// Cuts `text` to at most `bytes_max` bytes, at a character boundary.
void cut_utf8(std::string& text, std::size_t bytes_max);

// Returns `text` with every invalid part replaced by U+FFFD.
std::string repair_utf8(std::string_view text);

// The two implementations of the above, with equal results. The processor's features select one at
// run time. Declared here for tests and benchmarks.
namespace utf8_portable {
std::size_t valid_utf8_length(std::string_view text);
std::size_t ascii_length(std::string_view text);
}  // namespace utf8_portable

namespace utf8_avx2 {  // only if has_avx2() (base/cpu.h)
std::size_t valid_utf8_length(std::string_view text);
std::size_t ascii_length(std::string_view text);
}  // namespace utf8_avx2

}  // namespace freshet
