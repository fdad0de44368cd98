// UTF-8, as the WHATWG Encoding Standard decodes it: total, with U+FFFD for each maximal bad part.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace freshet {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;

// One code point read from bytes. Bytes that are not UTF-8 read as kReplacementCharacter with the
// length of their maximal subpart, so `length` is 1..4 and reading always goes on.
struct CodePoint {
  char32_t value;
  std::size_t length;
  bool valid;  // false: the bytes were not UTF-8
};

// `at` must be less than `text.size()`.
CodePoint read_utf8(std::string_view text, std::size_t at);

// `value` must be a Unicode scalar value (not a surrogate, at most U+10FFFF).
void append_utf8(std::string& text, char32_t value);

// How many leading bytes of `text` are valid UTF-8; text.size() if all are.
std::size_t valid_utf8_length(std::string_view text);

// How many leading bytes of `text` are ASCII.
std::size_t ascii_length(std::string_view text);

// Cuts `text` to at most `bytes_max` bytes, not through a character.
void cut_utf8(std::string& text, std::size_t bytes_max);

// `text` with every bad part replaced by U+FFFD.
std::string repair_utf8(std::string_view text);

// The two ways to the answers above. Which one is taken is decided once, at run time, by what the
// processor can do; both give the same answer. Named here so that tests and benchmarks can compare.
namespace utf8_portable {
std::size_t valid_utf8_length(std::string_view text);
std::size_t ascii_length(std::string_view text);
}  // namespace utf8_portable

namespace utf8_avx2 {  // only where has_avx2() (base/cpu.h)
std::size_t valid_utf8_length(std::string_view text);
std::size_t ascii_length(std::string_view text);
}  // namespace utf8_avx2

}  // namespace freshet
