#include "similar/shingles.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "base/ascii.h"
#include "base/check.h"
#include "base/quick_hash.h"
#include "similar/mix.h"

namespace freshet {
namespace {

// The role of a byte in words.
enum class Role : std::uint8_t {
  apart,  // separates words
  part,   // part of a word
  alone,  // begins a character of three bytes that is a word by itself
};

constexpr std::array<Role, 256> kRoles = [] {
  std::array<Role, 256> roles{};
  for (std::size_t i = 0; i < 256; ++i) {
    if (i >= 0x80 || is_ascii_alnum(static_cast<char>(i))) roles[i] = Role::part;
    if (i >= 0xE3 && i <= 0xED) roles[i] = Role::alone;  // U+3000 to U+DFFF
  }
  return roles;
}();

constexpr Role role_of(char c) { return kRoles[static_cast<unsigned char>(c)]; }

constexpr std::uint64_t kOfWord = 0x9e3779b97f4a7c15;  // 2^64 / golden ratio

// Returns the end of the word that begins at `at`. A text that ends inside a character is not
// UTF-8, but is accepted.
std::size_t end_of_word(std::string_view text, std::size_t at) {
  if (role_of(text[at]) == Role::alone) return std::min(at + 3, text.size());
  while (at < text.size() && role_of(text[at]) == Role::part) ++at;
  return at;
}

// Returns eight bytes with ASCII capitals in lower case. Bit 5 is set for bytes 'A' to 'Z': both
// sums overflow into bit 7 exactly from the letters' bounds on, and no byte carries into the next.
constexpr std::uint64_t lower_case(std::uint64_t bytes) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  const std::uint64_t low = bytes & (0x7f * kEach);
  const std::uint64_t from_a = low + (0x80 - 'A') * kEach;
  const std::uint64_t past_z = low + (0x80 - 'Z' - 1) * kEach;
  const std::uint64_t capitals = (from_a & ~past_z) & ~bytes & (0x80 * kEach);
  return bytes | (capitals >> 2);
}

// Returns the first `length` bytes of `text`, at most eight. If more follow, eight are read at once
// and the rest is masked: a copy of variable length would cost more than all else here.
std::uint64_t load(std::string_view text, std::size_t length) {
  std::uint64_t bytes = 0;
  if (std::endian::native == std::endian::little && text.size() >= 8 && length > 0) {
    std::memcpy(&bytes, text.data(), 8);
    return bytes & (~std::uint64_t{0} >> (64 - 8 * length));
  }
  std::memcpy(&bytes, text.data(), length);
  return bytes;
}

// Hashes the word at the start of `text`.
std::uint64_t hash_word(std::string_view text, std::size_t length) {
  std::uint64_t hash = length;
  for (; length > 8; length -= 8) {
    hash = (hash ^ lower_case(load(text, 8))) * kOfWord;
    hash ^= hash >> 29;
    text.remove_prefix(8);
  }
  hash = (hash ^ lower_case(load(text, length))) * kOfWord;
  return hash ^ (hash >> 32);
}

std::uint64_t power(std::uint64_t base, std::size_t exponent) {
  std::uint64_t result = 1;
  for (; exponent > 0; exponent >>= 1, base *= base)
    if (exponent & 1) result *= base;
  return result;
}

// Hashes the first `length` bytes of `text`.
std::uint64_t hash_characters(std::string_view text, std::size_t length) {
  if (length > 8) return quick_hash(text.substr(0, length));
  return mix64(load(text, length) ^ (static_cast<std::uint64_t>(length) << 59));
}

constexpr bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

ShingleSet as_set(std::vector<std::uint64_t> shingles) {
  std::sort(shingles.begin(), shingles.end());
  shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
  return shingles;
}

std::size_t count_common(const ShingleSet& a, const ShingleSet& b) {
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    common += a[i] == b[j];
    const bool forward_a = a[i] <= b[j], forward_b = b[j] <= a[i];
    i += forward_a;
    j += forward_b;
  }
  return common;
}

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 1.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

// A rolling hash: a shingle is a polynomial of its words' hashes, so the next one is the last times
// the multiplier, plus the new word, minus the oldest. Words wait after the shingles in `out` until
// they leave.
void word_shingles(std::string_view text, std::size_t k, std::vector<std::uint64_t>& out) {
  require(k > 0, "a shingle has a word");
  constexpr std::uint64_t kMultiplier = 0xd1342543de82ef95;
  out.clear();
  for (std::size_t at = 0; at < text.size();) {
    if (role_of(text[at]) == Role::apart) {
      ++at;
      continue;
    }
    const std::size_t end = end_of_word(text, at);
    out.push_back(hash_word(text.substr(at), end - at));
    at = end;
  }
  if (out.empty()) return;
  const std::size_t width = std::min(k, out.size());
  const std::uint64_t oldest = power(kMultiplier, width);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < width; ++i) sum = sum * kMultiplier + out[i];
  const std::size_t count = out.size() - width + 1;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t leaving = out[i];
    const std::uint64_t entering = i + width < out.size() ? out[i + width] : 0;
    out[i] = mix64(sum);
    sum = sum * kMultiplier + entering - leaving * oldest;
  }
  out.resize(count);
}

void character_shingles(std::string_view text, std::size_t k, std::vector<std::uint64_t>& out) {
  require(k > 0, "a shingle has a character");
  out.clear();
  if (text.empty()) return;
  std::size_t end = 0;
  const auto step = [&text](std::size_t at) {
    do ++at;
    while (at < text.size() && !begins_character(text[at]));
    return at;
  };
  for (std::size_t i = 0; i < k && end < text.size(); ++i) end = step(end);
  for (std::size_t begin = 0;; begin = step(begin), end = step(end)) {
    out.push_back(hash_characters(text.substr(begin), end - begin));
    if (end >= text.size()) return;
  }
}

ShingleSet word_shingle_set(std::string_view text, std::size_t k) {
  std::vector<std::uint64_t> all;
  word_shingles(text, k, all);
  return as_set(std::move(all));
}

ShingleSet character_shingle_set(std::string_view text, std::size_t k) {
  std::vector<std::uint64_t> all;
  character_shingles(text, k, all);
  return as_set(std::move(all));
}

double jaccard(const ShingleSet& a, const ShingleSet& b) {
  const std::size_t common = count_common(a, b);
  return share(common, a.size() + b.size() - common);
}

double containment(const ShingleSet& a, const ShingleSet& b) {
  return share(count_common(a, b), a.size());
}

}  // namespace freshet
