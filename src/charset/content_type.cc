#include "charset/content_type.h"

#include <algorithm>

#include "base/ascii.h"

namespace freshet {
namespace {

constexpr bool is_http_whitespace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_http_whitespace(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_http_whitespace(text.back())) text.remove_suffix(1);
  return text;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_ascii_alnum(c) || std::string_view("!#$%&'*+-.^_`|~").contains(c);
  });
}

bool is_quoted_string_text(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return c == '\t' || (byte >= 0x20 && byte != 0x7F);
  });
}

// Removes everything before the first of `stops` from the front of `rest`, and returns it.
std::string_view take_until(std::string_view& rest, std::string_view stops) {
  const std::string_view taken = rest.substr(0, rest.find_first_of(stops));
  rest.remove_prefix(taken.size());
  return taken;
}

// Removes a quoted string from the front of `rest`, which starts with its quote. An unclosed one
// ends with the text.
std::string take_quoted(std::string_view& rest) {
  std::string value;
  rest.remove_prefix(1);
  while (!rest.empty()) {
    value += take_until(rest, "\"\\");
    if (rest.empty()) break;
    const bool is_escape = rest.front() == '\\';
    rest.remove_prefix(1);
    if (!is_escape) break;
    value += rest.empty() ? '\\' : rest.front();
    if (!rest.empty()) rest.remove_prefix(1);
  }
  return value;
}

struct MimeType {
  std::string essence;  // "text/html"
  std::optional<std::string> charset;
};

// Returns the charset among the parameters, each of which starts with a ';'.
std::optional<std::string> charset_parameter(std::string_view rest) {
  while (!rest.empty()) {
    rest.remove_prefix(1);
    while (!rest.empty() && is_http_whitespace(rest.front())) rest.remove_prefix(1);
    const std::string_view name = take_until(rest, ";=");
    if (rest.empty() || rest.front() == ';') continue;
    rest.remove_prefix(1);
    std::string value;
    if (rest.starts_with('"')) {
      value = take_quoted(rest);
      take_until(rest, ";");
    } else {
      value = trim(take_until(rest, ";"));
      if (value.empty()) continue;
    }
    if (equals_ignoring_case(name, "charset") && is_quoted_string_text(value)) return value;
  }
  return std::nullopt;
}

std::optional<MimeType> parse_mime_type(std::string_view text) {
  text = trim(text);
  const std::string_view type = take_until(text, "/");
  if (!is_token(type) || text.empty()) return std::nullopt;
  text.remove_prefix(1);
  const std::string_view subtype = trim(take_until(text, ";"));
  if (!is_token(subtype)) return std::nullopt;
  return MimeType{ascii_lower(type) + "/" + ascii_lower(subtype), charset_parameter(text)};
}

// Removes a value and the comma after it from the front of `rest`. Commas inside quotes do not
// count.
std::string_view take_value(std::string_view& rest) {
  const std::string_view all = rest;
  for (take_until(rest, "\","); rest.starts_with('"'); take_until(rest, "\",")) take_quoted(rest);
  const std::string_view value = all.substr(0, all.size() - rest.size());
  if (!rest.empty()) rest.remove_prefix(1);
  return value;
}

}  // namespace

std::optional<std::string> content_type_charset(std::string_view content_type) {
  std::optional<MimeType> last;
  while (!content_type.empty()) {
    std::optional<MimeType> type = parse_mime_type(take_value(content_type));
    if (!type || type->essence == "*/*") continue;
    const bool is_same_type = last && last->essence == type->essence;
    if (is_same_type && !type->charset) type->charset = last->charset;
    last = std::move(type);
  }
  return last ? last->charset : std::nullopt;
}

}  // namespace freshet
