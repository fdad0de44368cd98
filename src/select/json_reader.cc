#include "select/json_reader.h"

#include <fmt/format.h>

#include <charconv>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/utf8.h"

namespace freshet {
namespace {

constexpr std::int64_t kIntegerMax = (std::int64_t{1} << 53) - 1;

bool begins_member_name(char c) { return is_ascii_alpha(c) || c == '_' || !is_ascii(c); }

}  // namespace

bool JsonReader::take(char c) {
  if (ends() || text_[at_] != c) return false;
  ++at_;
  return true;
}

bool JsonReader::take(std::string_view word) {
  if (text_.substr(at_, word.size()) != word) return false;
  at_ += word.size();
  return true;
}

void JsonReader::skip_spaces() {
  while (!ends() &&
         (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r'))
    ++at_;
}

bool JsonReader::begins_name() const { return !ends() && begins_member_name(text_[at_]); }

std::string JsonReader::read_name() {
  const std::size_t begin = at_;
  while (!ends() && (begins_member_name(text_[at_]) || is_ascii_digit(text_[at_]))) ++at_;
  return std::string(text_.substr(begin, at_ - begin));
}

std::string JsonReader::read_word() {
  const std::size_t begin = at_;
  while (!ends() && (is_ascii_lower(text_[at_]) || is_ascii_digit(text_[at_]) || text_[at_] == '_'))
    ++at_;
  return std::string(text_.substr(begin, at_ - begin));
}

bool JsonReader::read_text(std::string& out) {
  const std::size_t begin = at_;
  const char quote = peek();
  ++at_;
  while (!ends() && text_[at_] != quote) {
    if (text_[at_] == '\\') {
      if (!read_escape(quote, out)) return false;
    } else if (static_cast<unsigned char>(text_[at_]) < 0x20) {
      return fail("a control character must be written as an escape");
    } else {
      out += text_[at_++];
    }
  }
  return take(quote) || fail_at(begin, "the text is not closed");
}

std::optional<unsigned> JsonReader::read_hex() {
  unsigned value = 0;
  for (int i = 0; i < 4; ++i) {
    if (!is_ascii_hex_digit(peek())) return std::nullopt;
    value = value * 16 + hex_value(text_[at_++]);
  }
  return value;
}

bool JsonReader::read_escape(char quote, std::string& out) {
  const std::size_t begin = at_;
  ++at_;
  const char c = peek();
  constexpr std::string_view kEscaped = "bfnrt/\\";
  constexpr std::string_view kMeaning = "\b\f\n\r\t/\\";
  if (const auto place = kEscaped.find(c); !ends() && place != std::string_view::npos) {
    out += kMeaning[place];
    ++at_;
    return true;
  }
  if (!ends() && c == quote) {
    out += c;
    ++at_;
    return true;
  }
  if (!take('u')) return fail_at(begin, "there is no such escape");
  const auto first = read_hex();
  if (!first) return fail_at(begin, "four hexadecimal digits are expected after \\u");
  char32_t value = *first;
  if (value >= 0xD800 && value <= 0xDBFF) {
    const auto second = take("\\u") ? read_hex() : std::nullopt;
    if (!second || *second < 0xDC00 || *second > 0xDFFF)
      return fail_at(begin, "the second half of a surrogate pair is missing");
    value = 0x10000 + ((value - 0xD800) << 10) + (*second - 0xDC00);
  } else if (value >= 0xDC00 && value <= 0xDFFF) {
    return fail_at(begin, "the first half of a surrogate pair is missing");
  }
  append_utf8(out, value);
  return true;
}

bool JsonReader::read_integer(std::int64_t& out) {
  const std::size_t begin = at_;
  const bool is_negative = take('-');
  if (!is_ascii_digit(peek())) return fail("a number is expected, not {}");
  if (peek() == '0' && (is_negative || is_ascii_digit(peek(1))))
    return fail_at(begin, "a number begins with 1 to 9, or is 0");
  std::int64_t value = 0;
  while (is_ascii_digit(peek())) {
    value = value * 10 + (text_[at_++] - '0');
    if (value > kIntegerMax) return fail_at(begin, "the number is too large");
  }
  out = is_negative ? -value : value;
  return true;
}

bool JsonReader::read_number(double& out) {
  const std::size_t begin = at_;
  take('-');
  if (!is_ascii_digit(peek())) return fail("a number is expected, not {}");
  if (peek() == '0' && is_ascii_digit(peek(1)))
    return fail_at(begin, "a number begins with 1 to 9, or is 0");
  while (is_ascii_digit(peek())) ++at_;
  if (take('.')) {
    if (!is_ascii_digit(peek())) return fail("a digit is expected, not {}");
    while (is_ascii_digit(peek())) ++at_;
  }
  if (take('e') || take('E')) {
    if (!take('-')) take('+');
    if (!is_ascii_digit(peek())) return fail("a digit is expected, not {}");
    while (is_ascii_digit(peek())) ++at_;
  }
  const auto read = std::from_chars(text_.data() + begin, text_.data() + at_, out);
  return read.ec == std::errc() || fail_at(begin, "the number is too large or too small");
}

bool JsonReader::fail(std::string_view problem) {
  if (!error_.empty()) return false;
  const std::string found =
      ends() ? "the end"
             : fmt::format("\"{}\"", visible(text_.substr(at_, read_utf8(text_, at_).length)));
  return fail_at(at_, fmt::format(fmt::runtime(problem), found));
}

bool JsonReader::fail_at(std::size_t place, std::string_view problem) {
  if (error_.empty()) error_ = fmt::format("{}, at byte {} of the JSONPath", problem, place + 1);
  return false;
}

bool is_json_deeper_than(std::size_t depth_max, std::string_view json) {
  std::size_t depth = 0;
  bool is_in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (is_in_text) {
      if (c == '\\') ++i;
      if (c == '"') is_in_text = false;
    } else if (c == '"') {
      is_in_text = true;
    } else if (c == '[' || c == '{') {
      if (++depth > depth_max) return true;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

}  // namespace freshet
