#include "notify/mail_encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/ascii.h"
#include "base/split.h"
#include "base/utf8.h"
#include "notify/base64.h"

namespace freshet {
namespace {

constexpr std::size_t kMailLineMax = 76;
constexpr std::size_t kEncodedWordTextMax = 39;  // "=?UTF-8?B?" 52 "?=", beside a name
constexpr std::size_t kMailFieldBytesMax = 2000;

bool is_printable(char c) { return c >= 0x20 && c < 0x7F; }

// Text that a reader of mail would take for an encoded word is encoded as well.
bool needs_encoding(std::string_view text) {
  const auto is_long = [](std::string_view word) { return word.size() > kMailLineMax - 10; };
  return !std::ranges::all_of(text, is_printable) || text.find("=?") != std::string_view::npos ||
         std::ranges::any_of(split_at(' ', text), is_long);
}

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : repair_utf8(text)) {
    const bool is_control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    line += is_control ? ' ' : c;
  }
  cut_utf8(line, kMailFieldBytesMax);
  return std::string(trim_ascii_whitespace(line));
}

std::vector<std::string> encoded_words(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    std::size_t length = 0;
    while (length < text.size()) {
      const std::size_t next = length + read_utf8(text, length).length;
      if (next > kEncodedWordTextMax) break;
      length = next;
    }
    words.push_back(fmt::format("=?UTF-8?B?{}?=", encode_base64(text.substr(0, length))));
    text.remove_prefix(length);
  }
  return words;
}

std::string folded(std::string_view name, const std::vector<std::string_view>& words) {
  std::string out = fmt::format("{}:", name);
  std::size_t column = out.size();
  for (const std::string_view word : words) {
    if (word.empty()) continue;
    if (column + 1 + word.size() > kMailLineMax && column > name.size() + 1) {
      out += "\r\n";
      column = 0;
    }
    out.append(" ").append(word);
    column += 1 + word.size();
  }
  return out + "\r\n";
}

}  // namespace

std::string mail_field(std::string_view name, std::string_view text) {
  const std::string line = one_line(text);
  if (!needs_encoding(line)) return folded(name, split_at(' ', line));
  const std::vector<std::string> words = encoded_words(line);
  return folded(name, {words.begin(), words.end()});
}

std::string mail_structured_field(std::string_view name, std::string_view value) {
  return folded(name, split_at(' ', value));
}

std::string mail_phrase(std::string_view text) {
  const std::string line = one_line(text);
  if (needs_encoding(line)) return fmt::format("{}", fmt::join(encoded_words(line), " "));
  std::string quoted = "\"";
  for (const char c : line) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string quoted_printable(std::string_view text) {
  std::string out;
  std::size_t column = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\n' || (c == '\r' && at + 1 < text.size() && text[at + 1] == '\n')) {
      if (c == '\r') ++at;
      out += "\r\n";
      column = 0;
      continue;
    }
    const bool ends_line = at + 1 == text.size() || text[at + 1] == '\n' || text[at + 1] == '\r';
    const bool begins_badly =
        column == 0 && (c == '.' || (c == 'F' && text.substr(at).starts_with("From ")));
    const bool is_plain = !begins_badly && c != '=' &&
                          ((c > 0x20 && c < 0x7F) || ((c == ' ' || c == '\t') && !ends_line));
    const std::size_t width = is_plain ? 1 : 3;
    if (column + width > kMailLineMax - 1) {
      out += "=\r\n";
      column = 0;
    }
    if (is_plain) {
      out += c;
    } else {
      out += fmt::format("={:02X}", static_cast<unsigned char>(c));
    }
    column += width;
  }
  if (column > 0) out += "\r\n";
  return out;
}

std::string mail_date(Time time) {
  using std::chrono::days;
  static constexpr std::string_view kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  static constexpr std::string_view kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                 "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto day = std::chrono::floor<days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::seconds>(time - day));
  return fmt::format(
      "{}, {} {} {:04} {:02}:{:02}:{:02} +0000", kDays[std::chrono::weekday(day).c_encoding()],
      static_cast<unsigned>(date.day()), kMonths[static_cast<unsigned>(date.month()) - 1],
      static_cast<int>(date.year()), clock.hours().count(), clock.minutes().count(),
      clock.seconds().count());
}

std::string mail_id_part(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool stays = is_ascii_alnum(c) || c == '-' || c == '_';
    const bool is_inner_dot = c == '.' && !out.empty() && out.back() != '.';
    out += stays || is_inner_dot ? c : '-';
  }
  while (out.ends_with('.')) out.pop_back();
  return out;
}

}  // namespace freshet
