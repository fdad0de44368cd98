// Reads: src/notify/shown_text.cc src/notify/escape_text.cc src/notify/mail_encoding.cc
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/check.h"
#include "base/utf8.h"
#include "notify/command_words.h"
#include "notify/escape_text.h"
#include "notify/header_line.h"
#include "notify/mail_address.h"
#include "notify/mail_encoding.h"
#include "notify/shown_text.h"

using freshet::require;

namespace {

void check_cuts(const std::string& shown) {
  using freshet::TextUnit;
  for (const auto unit : {TextUnit::bytes, TextUnit::utf16})
    for (const std::size_t limit : {0U, 1U, 4U, 7U, 20U, 200U}) {
      const std::string front = freshet::cut_text(shown, limit, unit);
      const std::string back = freshet::cut_front(shown, limit, unit);
      require(freshet::text_length(front, unit) <= limit, "a cut text fits");
      require(freshet::text_length(back, unit) <= limit, "the end of a text fits");
      require(freshet::valid_utf8_length(front) == front.size(), "a cut text is UTF-8");
      require(freshet::valid_utf8_length(back) == back.size(), "the end of a text is UTF-8");
    }
}

// Takes the backslashes and joiners away again.
std::string unmarked(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\') ++at;
    out += text[at];
    constexpr std::string_view kJoiner = "\xE2\x81\xA0";
    if (text[at] == '@' && text.substr(at + 1).starts_with(kJoiner)) at += kJoiner.size();
  }
  return out;
}

std::string decoded_lines(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '=') {
      out += text[at];
    } else if (text.substr(at).starts_with("=\r\n")) {
      at += 2;
    } else {
      out += static_cast<char>(freshet::hex_value(text[at + 1]) << 4 |
                               freshet::hex_value(text[at + 2]));
      at += 2;
    }
  }
  return out;
}

void check_mail(std::string_view text) {
  const std::string field = freshet::mail_field("Subject", text);
  require(field.ends_with("\r\n"), "a field ends its line");
  std::size_t column = 0;
  for (std::size_t at = 0; at + 2 < field.size(); ++at) {
    const char c = field[at];
    if (field.substr(at, 2) == "\r\n") {
      require(field[at + 2] == ' ', "a folded line goes on with a space");
      ++at;
      column = 0;
    } else {
      require(c >= 0x20 && c < 0x7F, "a field is printable ASCII");
      require(++column <= 78, "a line of a field is short");
    }
  }
  const std::string lines = freshet::quoted_printable(text);
  column = 0;
  for (const char c : lines) {
    require(c == '\r' || c == '\n' || c == '\t' || (c >= 0x20 && c < 0x7F), "a body is ASCII");
    column = c == '\n' ? 0 : column + 1;
    require(column <= 77, "a line of a body is short");
  }
  std::string expected;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\n') expected += '\r';
    if (text.substr(at).starts_with("\r\n")) continue;
    expected += text[at];
  }
  std::string decoded = decoded_lines(lines);
  if (!expected.ends_with("\r\n") && !expected.empty()) expected += "\r\n";
  require(decoded == expected, "a body can be read again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const std::string shown = freshet::shown_lines(text);
  require(freshet::valid_utf8_length(shown) == shown.size(), "shown text is UTF-8");
  require(freshet::shown_lines(shown) == shown, "shown text stays as it is");
  require(freshet::shown_line(text).find_first_of("\r\n\t") == std::string::npos,
          "a shown line is one line");
  check_cuts(shown);
  require(freshet::slack_text(shown).find_first_of("<>") == std::string::npos, "no link of Slack");
  require(freshet::html_text(text).find_first_of("<>\"'") == std::string::npos, "no tag");
  require(unmarked(freshet::markdown_text(shown)) == shown, "Markdown shows the text");
  require(freshet::link_target(text).find_first_of(" ()<>|\"'`\\\r\n") == std::string::npos,
          "nothing ends a link");
  check_mail(text);
  check_mail(shown);
  if (const auto header = freshet::parse_header_line(text))
    require(header->value.find_first_of("\r\n") == std::string::npos, "a header is one line");
  if (freshet::is_mail_address(text))
    require(text.find_first_of("\r\n <>,") == std::string_view::npos, "an address is one word");
  if (const auto words = freshet::split_command(text))
    require(!words->empty(), "a command has a word");
  return 0;
}
