#include "base/escape.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>

#include "base/utf8.h"

namespace freshet {
namespace {

// All unsafe characters are below U+10000, so one \uXXXX suffices.
void append_json_escape(std::string& out, char32_t value) {
  switch (value) {
    case U'\n':
      out += "\\n";
      return;
    case U'\r':
      out += "\\r";
      return;
    case U'\t':
      out += "\\t";
      return;
    default:
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(value));
  }
}

void append_visible_escape(std::string& out, char32_t value) {
  if (value == U'\n' || value == U'\r' || value == U'\t') {
    append_json_escape(out, value);
  } else {
    fmt::format_to(std::back_inserter(out), "\\u{{{:x}}}", static_cast<std::uint32_t>(value));
  }
}

template <class MustEscape>
void append_escaped(std::string& out, std::string_view text, MustEscape must_escape) {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = read_utf8(text, at);
    const std::string_view bytes = text.substr(at, point.length);
    at += point.length;
    if (!point.valid) {
      for (const char byte : bytes)
        fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(byte));
    } else if (must_escape(point.value)) {
      append_visible_escape(out, point.value);
    } else {
      out += bytes;
    }
  }
}

}  // namespace

bool is_unsafe_to_show(char32_t value) {
  if (value < 0x20 || (value >= 0x7F && value <= 0x9F)) return true;
  if (value < 0x061C) return false;
  return value == 0x061C || value == 0x200E || value == 0x200F ||
         (value >= 0x2028 && value <= 0x202E) || (value >= 0x2066 && value <= 0x2069) ||
         value == 0xFEFF;
}

void append_visible(std::string& out, std::string_view text) {
  append_escaped(out, text, is_unsafe_to_show);
}

std::string visible(std::string_view text) {
  std::string out;
  append_visible(out, text);
  return out;
}

std::string visible_lines(std::string_view text) {
  std::string out;
  append_escaped(out, text, [](char32_t value) {
    return value != U'\n' && value != U'\t' && is_unsafe_to_show(value);
  });
  return out;
}

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = read_utf8(text, at);
    if (!point.valid) {
      append_utf8(out, kReplacementCharacter);
    } else if (point.value == U'"' || point.value == U'\\') {
      out += '\\';
      out += static_cast<char>(point.value);
    } else if (is_unsafe_to_show(point.value)) {
      append_json_escape(out, point.value);
    } else {
      out += text.substr(at, point.length);
    }
    at += point.length;
  }
  out += '"';
}

}  // namespace freshet
