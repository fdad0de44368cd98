#include "select/css_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/utf8.h"

namespace freshet {
namespace {

bool is_name_start(char c) {
  return is_ascii_alpha(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_name_byte(char c) { return is_name_start(c) || is_ascii_digit(c) || c == '-'; }
bool is_css_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

}  // namespace

bool CssReader::take(char c) {
  if (ends() || text_[at_] != c) return false;
  ++at_;
  return true;
}

bool CssReader::take_word(std::string_view word) {
  if (!equals_ignoring_case(text_.substr(at_, word.size()), word)) return false;
  if (at_ + word.size() < text_.size() && is_name_byte(text_[at_ + word.size()])) return false;
  at_ += word.size();
  return true;
}

bool CssReader::skip_spaces() {
  const std::size_t begin = at_;
  while (!ends()) {
    if (text_.substr(at_, 2) == "/*") {
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else if (is_css_space(text_[at_])) {
      ++at_;
    } else {
      break;
    }
  }
  return at_ > begin;
}

bool CssReader::fail(std::string_view problem) {
  if (!error_.empty()) return false;
  const std::string found = ends() ? "end" : fmt::format("\"{}\"", visible(text_.substr(at_, 1)));
  const std::string sentence = fmt::format(fmt::runtime(problem), found);
  error_ = fmt::format("{}, at byte {} of the selector", sentence, at_ + 1);
  return false;
}

bool CssReader::fail_unsupported(std::string_view what, std::string_view name) {
  if (error_.empty())
    error_ = fmt::format("the {} {} is not supported, at byte {} of the selector", what,
                         visible(name), at_ + 1);
  return false;
}

bool CssReader::begins_escape(std::size_t ahead) const {
  return peek(ahead) == '\\' && at_ + ahead + 1 < text_.size() && peek(ahead + 1) != '\n';
}

bool CssReader::begins_identifier() const {
  if (ends()) return false;
  if (peek() == '-')
    return peek(1) == '-' || (peek(1) != '\0' && is_name_start(peek(1))) || begins_escape(1);
  return is_name_start(peek()) || begins_escape(0);
}

bool CssReader::read_identifier(std::string& name) {
  return begins_identifier() ? read_name(name) : fail("a name is expected, not {}");
}

bool CssReader::read_name(std::string& name) {
  const std::size_t begin = at_;
  while (!ends()) {
    if (is_name_byte(text_[at_]))
      name.push_back(text_[at_++]);
    else if (begins_escape(0))
      read_escape(name);
    else
      break;
  }
  return at_ > begin || fail("a name is expected, not {}");
}

bool CssReader::read_value(std::string& value) {
  const char quote = peek();
  if (quote != '"' && quote != '\'') return read_identifier(value);
  ++at_;
  while (!ends() && text_[at_] != quote) {
    if (text_[at_] == '\n') return fail("a text ends on its line");
    if (text_[at_] != '\\') {
      value.push_back(text_[at_++]);
    } else if (peek(1) == '\n') {
      at_ += 2;
    } else {
      read_escape(value);
    }
  }
  return take(quote) || fail("the text is not closed");
}

// Reads a backslash with the character, or the up to six hexadecimal digits, that follow.
void CssReader::read_escape(std::string& out) {
  ++at_;
  char32_t value = 0;
  int digits = 0;
  for (; digits < 6 && is_ascii_hex_digit(peek()); ++digits)
    value = value * 16 + hex_value(text_[at_++]);
  if (digits == 0) {
    if (!ends()) out.push_back(text_[at_++]);
    return;
  }
  if (!ends() && is_css_space(text_[at_])) ++at_;
  const bool is_scalar = value != 0 && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
  append_utf8(out, is_scalar ? value : kReplacementCharacter);
}

std::optional<long> CssReader::take_number() {
  if (!is_ascii_digit(peek())) return std::nullopt;
  long number = 0;
  while (is_ascii_digit(peek())) number = std::min(kNumberMax, number * 10 + (text_[at_++] - '0'));
  return number;
}

}  // namespace freshet
