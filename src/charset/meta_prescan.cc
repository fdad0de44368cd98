#include "charset/meta_prescan.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/ascii.h"

namespace freshet {
namespace {

using namespace std::string_view_literals;

constexpr bool is_space_or_slash(char c) { return is_ascii_whitespace(c) || c == '/'; }
constexpr bool ends_value(char c) { return is_ascii_whitespace(c) || c == '>'; }
constexpr bool ends_name(char c) { return is_space_or_slash(c) || c == '>' || c == '='; }

// The functions below read from the front of `rest` and remove what they have read. A truncated
// page leaves it empty, and then findings in the last tag do not count.

char peek(std::string_view rest, std::size_t ahead = 0) {
  return ahead < rest.size() ? rest[ahead] : '\0';
}

void skip(std::string_view& rest, std::size_t count) {
  rest.remove_prefix(std::min(count, rest.size()));
}

template <class Ends>
std::string_view take_until(std::string_view& rest, Ends ends) {
  std::size_t length = 0;
  while (length < rest.size() && !ends(rest[length])) ++length;
  const std::string_view taken = rest.substr(0, length);
  rest.remove_prefix(length);
  return taken;
}

template <class Skipped>
void skip_while(std::string_view& rest, Skipped skipped) {
  take_until(rest, [&](char c) { return !skipped(c); });
}

// Skips to the '>' of a comment's "-->"; the dashes may be those of its "<!--".
void skip_comment(std::string_view& rest) {
  const std::size_t end = rest.find("-->", 2);
  skip(rest, end == rest.npos ? end : end + 2);
}

// "Get an attribute"; returns false at the '>' of the tag. Unlike in the standard, name and value
// keep their case, so callers compare without case.
bool take_attribute(std::string_view& rest, std::string_view& name, std::string_view& value) {
  value = {};
  skip_while(rest, is_space_or_slash);
  if (rest.empty() || rest.front() == '>') return false;
  const std::string_view from_name = rest;
  skip(rest, 1);  // any character: a '=' here is the start of a name
  name = from_name.substr(0, 1 + take_until(rest, ends_name).size());
  skip_while(rest, is_ascii_whitespace);
  if (peek(rest) != '=') return true;
  skip(rest, 1);
  skip_while(rest, is_ascii_whitespace);
  const char quote = peek(rest);
  if (quote != '"' && quote != '\'') {
    value = take_until(rest, ends_value);
    return true;
  }
  skip(rest, 1);
  value = rest.substr(0, rest.find(quote));
  skip(rest, value.size() + 1);
  return true;
}

// Skips to the end tag of the raw text element `name`.
void skip_raw_text(std::string_view& rest, std::string_view name) {
  for (;;) {
    skip(rest, rest.find("</"));
    if (rest.empty() || starts_with_ignoring_case(rest.substr(2), name)) return;
    skip(rest, 2);
  }
}

// Maps to an encoding that can be declared: not UTF-16, as the declaration itself was read as
// ASCII.
std::optional<Encoding> as_declared(std::optional<Encoding> encoding) {
  if (encoding == Encoding::utf_16be || encoding == Encoding::utf_16le) return Encoding::utf_8;
  if (encoding == Encoding::x_user_defined) return Encoding::windows_1252;
  return encoding;
}

// Returns the encoding named by the <meta> tag whose attributes come next.
std::optional<Encoding> read_meta(std::string_view& rest) {
  bool got_pragma = false;
  bool seen_pragma = false, seen_content = false, seen_charset = false;
  std::optional<Encoding> from_content, from_charset;
  std::string_view name, value;
  while (take_attribute(rest, name, value)) {
    if (equals_ignoring_case(name, "http-equiv") && !std::exchange(seen_pragma, true)) {
      got_pragma = equals_ignoring_case(value, "content-type");
    } else if (equals_ignoring_case(name, "content") && !std::exchange(seen_content, true)) {
      from_content = encoding_from_meta_content(value);
    } else if (equals_ignoring_case(name, "charset") && !std::exchange(seen_charset, true)) {
      from_charset = encoding_from_label(value);
    }
  }
  if (rest.empty()) return std::nullopt;
  if (seen_charset) return as_declared(from_charset);
  return got_pragma ? as_declared(from_content) : std::nullopt;
}

constexpr std::array kRawText = {"script"sv, "style"sv,  "title"sv,   "textarea"sv,
                                 "xmp"sv,    "iframe"sv, "noembed"sv, "noframes"sv};

enum class RawText { is_markup, is_skipped };

// Skips a tag other than <meta>, and the raw text after it if requested: to the '>' of the tag, or
// to the '<' of the end tag.
void skip_tag(std::string_view& rest, RawText raw_text) {
  skip(rest, 1);
  std::string_view tag_name = take_until(rest, ends_value);
  tag_name = tag_name.substr(0, tag_name.find('/', 1));
  std::string_view name, value;
  while (take_attribute(rest, name, value)) {
  }
  if (raw_text == RawText::is_markup) return;
  for (const std::string_view raw : kRawText)
    if (equals_ignoring_case(tag_name, raw)) return skip_raw_text(rest, raw);
}

std::optional<Encoding> find_meta(std::string_view rest, RawText raw_text) {
  for (skip(rest, rest.find('<')); !rest.empty(); skip(rest, rest.find('<'))) {
    const char second = peek(rest, 1);
    if (rest.starts_with("<!--")) {
      skip_comment(rest);
    } else if (starts_with_ignoring_case(rest, "<meta") && is_space_or_slash(peek(rest, 5))) {
      skip(rest, 5);
      if (const auto encoding = read_meta(rest)) return encoding;
    } else if (is_ascii_alpha(second) || (second == '/' && is_ascii_alpha(peek(rest, 2)))) {
      skip_tag(rest, raw_text);
    } else if (second == '!' || second == '/' || second == '?') {
      skip(rest, rest.find('>'));
    } else {
      skip(rest, 1);
    }
  }
  return std::nullopt;
}

// HTML Standard, "get an XML encoding".
std::optional<Encoding> xml_declaration_encoding(std::string_view bytes) {
  if (!bytes.starts_with("<?xml") || !bytes.contains('>')) return std::nullopt;
  bytes = bytes.substr(0, bytes.find('>'));
  const std::size_t at = bytes.find("encoding");
  if (at == bytes.npos) return std::nullopt;
  bytes.remove_prefix(at + "encoding"sv.size());
  const auto skip_controls = [&] {
    while (!bytes.empty() && static_cast<unsigned char>(bytes.front()) <= 0x20)
      bytes.remove_prefix(1);
  };
  skip_controls();
  if (!bytes.starts_with('=')) return std::nullopt;
  bytes.remove_prefix(1);
  skip_controls();
  if (!bytes.starts_with('"') && !bytes.starts_with('\'')) return std::nullopt;
  const std::size_t end = bytes.find(bytes.front(), 1);
  if (end == bytes.npos) return std::nullopt;
  const std::string_view label = bytes.substr(1, end - 1);
  for (const char c : label)
    if (static_cast<unsigned char>(c) <= 0x20) return std::nullopt;
  return as_declared(encoding_from_label(label));
}

}  // namespace

std::optional<Encoding> prescan_encoding(std::string_view bytes) {
  bytes = bytes.substr(0, kPrescanBytesMax);
  if (bytes.starts_with("<\0?\0x\0"sv)) return Encoding::utf_16le;
  if (bytes.starts_with("\0<\0?\0x"sv)) return Encoding::utf_16be;
  if (const auto encoding = find_meta(bytes, RawText::is_markup)) return encoding;
  return xml_declaration_encoding(bytes);
}

std::optional<Encoding> late_meta_encoding(std::string_view bytes) {
  return find_meta(bytes.substr(0, kLateMetaBytesMax), RawText::is_skipped);
}

std::optional<Encoding> encoding_from_meta_content(std::string_view content) {
  const std::string lower = ascii_lower(content);
  std::string_view rest = lower;
  const auto skip_space = [&] {
    while (!rest.empty() && is_ascii_whitespace(rest.front())) rest.remove_prefix(1);
  };
  do {
    const std::size_t at = rest.find("charset");
    if (at == rest.npos) return std::nullopt;
    rest.remove_prefix(at + "charset"sv.size());
    skip_space();
  } while (!rest.starts_with('='));
  rest.remove_prefix(1);
  skip_space();
  if (!rest.starts_with('"') && !rest.starts_with('\''))
    return encoding_from_label(rest.substr(0, rest.find_first_of("\t\n\f\r ;")));
  const std::size_t end = rest.find(rest.front(), 1);
  if (end == rest.npos) return std::nullopt;
  return encoding_from_label(rest.substr(1, end - 1));
}

}  // namespace freshet
