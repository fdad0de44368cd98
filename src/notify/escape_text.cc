#include "notify/escape_text.h"

#include <cstddef>

#include "base/ascii.h"
#include "base/percent.h"
#include "base/utf8.h"

namespace freshet {
namespace {

constexpr std::string_view kMarkdownMarks = "\\`*_~|><#[]()&!";
constexpr std::string_view kWordJoiner = "\xE2\x81\xA0";  // U+2060

// Longer addresses are no links: mail programs and chats cut them.
constexpr std::size_t kLinkTargetBytesMax = 4096;

// A byte of a word, letters beyond ASCII included.
bool is_word_byte(char c) { return is_ascii_alnum(c) || !is_ascii(c); }

bool stands_in_word(std::string_view text, std::size_t at) {
  return at > 0 && at + 1 < text.size() && is_word_byte(text[at - 1]) && is_word_byte(text[at + 1]);
}

std::string_view look_alike(char mark) {
  switch (mark) {
    case '*':
      return "\xE2\x88\x97";  // U+2217 asterisk operator
    case '_':
      return "\xEF\xBC\xBF";  // U+FF3F fullwidth low line
    case '~':
      return "\xE2\x88\xBC";  // U+223C tilde operator
    default:
      return "\xCB\x8B";  // U+02CB modifier letter grave accent
  }
}

}  // namespace

std::string slack_text(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if ((c == '*' || c == '_' || c == '~' || c == '`') && !stands_in_word(text, at)) {
      out += look_alike(c);
    } else {
      out += c;
    }
  }
  return out;
}

std::string markdown_text(std::string_view text) {
  std::string out;
  bool at_line_start = true;  // but for spaces; there "-", "+" and "=" begin lists and headings
  for (const char c : text) {
    const bool marks = kMarkdownMarks.find(c) != std::string_view::npos ||
                       (at_line_start && (c == '-' || c == '+' || c == '='));
    if (marks) out += '\\';
    out += c;
    if (c == '@') out += kWordJoiner;
    if (c == '\n') {
      at_line_start = true;
    } else if (c != ' ' && c != '\t') {
      at_line_start = false;
    }
  }
  return out;
}

std::string html_text(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = read_utf8(text, at);
    const std::string_view bytes = text.substr(at, point.length);
    at += point.length;
    if (!point.valid || point.value == 0xFFFE || point.value == 0xFFFF) {
      append_utf8(out, kReplacementCharacter);
    } else if (point.value == U'&') {
      out += "&amp;";
    } else if (point.value == U'<') {
      out += "&lt;";
    } else if (point.value == U'>') {
      out += "&gt;";
    } else if (point.value == U'"') {
      out += "&quot;";
    } else if (point.value == U'\'') {
      out += "&#39;";
    } else if (point.value >= 0x20 || point.value == U'\n' || point.value == U'\t') {
      out += bytes;
    }
  }
  return out;
}

std::string plain_text(std::string_view text) { return std::string(text); }

std::string link_target(std::string_view url) {
  if (!url.starts_with("http://") && !url.starts_with("https://")) return "";
  std::string out;
  for (const char c : url) {
    constexpr std::string_view kOther = ":/?#[]@!$&+,;=%";
    if (is_unreserved(c) || kOther.find(c) != std::string_view::npos) {
      out += c;
    } else {
      append_percent_byte(out, static_cast<unsigned char>(c));
    }
  }
  return out.size() <= kLinkTargetBytesMax ? out : "";
}

}  // namespace freshet
