#include "base/utf8.h"

#include <cstdint>
#include <cstring>

#include "base/ascii.h"
#include "base/check.h"
#include "base/cpu.h"

namespace freshet {
namespace {

constexpr std::uint64_t kHighBits = 0x8080808080808080u;

// The requirements of a lead byte: the number of continuation bytes, and the range of the first of
// them. The narrowed ranges exclude overlong forms, surrogates and values beyond U+10FFFF.
struct Lead {
  int continuations;
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
};

constexpr Lead lead_of(unsigned char byte) {
  if (byte >= 0xC2 && byte <= 0xDF) return {.continuations = 1};
  if (byte == 0xE0) return {.continuations = 2, .low = 0xA0};
  if (byte == 0xED) return {.continuations = 2, .high = 0x9F};
  if (byte >= 0xE1 && byte <= 0xEF) return {.continuations = 2};
  if (byte == 0xF0) return {.continuations = 3, .low = 0x90};
  if (byte == 0xF4) return {.continuations = 3, .high = 0x8F};
  if (byte >= 0xF1 && byte <= 0xF3) return {.continuations = 3};
  return {.continuations = 0};
}

}  // namespace

CodePoint read_utf8(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at);
  if (first < 0x80) return {first, 1, true};
  const Lead lead = lead_of(first);
  if (lead.continuations == 0) return {kReplacementCharacter, 1, false};
  char32_t value = first & (0x3Fu >> lead.continuations);
  for (int i = 1; i <= lead.continuations; ++i) {
    const std::size_t next = at + static_cast<std::size_t>(i);
    const unsigned char low = i == 1 ? lead.low : 0x80;
    const unsigned char high = i == 1 ? lead.high : 0xBF;
    if (next >= text.size() || byte(next) < low || byte(next) > high)
      return {kReplacementCharacter, static_cast<std::size_t>(i), false};
    value = (value << 6) | (byte(next) & 0x3Fu);
  }
  return {value, static_cast<std::size_t>(lead.continuations) + 1, true};
}

void append_utf8(std::string& text, char32_t value) {
  require(value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF), "a Unicode scalar value");
  const auto put = [&](char32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (value < 0x80) return put(value);
  if (value < 0x800) {
    put(0xC0 | (value >> 6));
  } else {
    if (value < 0x10000) {
      put(0xE0 | (value >> 12));
    } else {
      put(0xF0 | (value >> 18));
      put(0x80 | ((value >> 12) & 0x3F));
    }
    put(0x80 | ((value >> 6) & 0x3F));
  }
  put(0x80 | (value & 0x3F));
}

std::size_t utf8_portable::ascii_length(std::string_view text) {
  std::size_t at = 0;
  std::uint64_t eight;
  for (; at + sizeof eight <= text.size(); at += sizeof eight) {
    std::memcpy(&eight, text.data() + at, sizeof eight);
    if ((eight & kHighBits) != 0) break;
  }
  while (at < text.size() && is_ascii(text[at])) ++at;
  return at;
}

std::size_t utf8_portable::valid_utf8_length(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (is_ascii(text[at])) {
      at += utf8_portable::ascii_length(text.substr(at));
      continue;
    }
    const CodePoint point = read_utf8(text, at);
    if (!point.valid) return at;
    at += point.length;
  }
  return at;
}

std::size_t valid_utf8_length(std::string_view text) {
  return has_avx2() ? utf8_avx2::valid_utf8_length(text) : utf8_portable::valid_utf8_length(text);
}

std::size_t ascii_length(std::string_view text) {
  return has_avx2() ? utf8_avx2::ascii_length(text) : utf8_portable::ascii_length(text);
}

void cut_utf8(std::string& text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return;
  std::size_t size = bytes_max;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  text.resize(size);
}

std::string repair_utf8(std::string_view text) {
  std::string good;
  good.reserve(text.size());
  while (!text.empty()) {
    const std::size_t valid = valid_utf8_length(text);
    good.append(text.substr(0, valid));
    text.remove_prefix(valid);
    if (text.empty()) break;
    append_utf8(good, kReplacementCharacter);
    text.remove_prefix(read_utf8(text, 0).length);
  }
  return good;
}

}  // namespace freshet
