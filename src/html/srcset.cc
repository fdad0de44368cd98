#include "html/srcset.h"

#include <algorithm>

#include "base/ascii.h"

namespace freshet {
namespace {

void skip_spaces(std::string_view text, std::size_t& at) {
  while (at < text.size() && is_ascii_whitespace(text[at])) ++at;
}

// Skips the descriptors of a candidate: a comma ends them, unless it is in parentheses.
void skip_descriptors(std::string_view text, std::size_t& at) {
  bool in_parentheses = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '(') in_parentheses = true;
    if (c == ')') in_parentheses = false;
    if (c == ',' && !in_parentheses) return;
  }
}

// Skips "url" and "=" with surrounding spaces, if both are there.
void skip_url_equals(std::string_view text, std::size_t& at) {
  if (!starts_with_ignoring_case(text.substr(at), "url")) return;
  std::size_t i = at + 3;
  skip_spaces(text, i);
  if (i >= text.size() || text[i] != '=') return;
  at = i + 1;
  skip_spaces(text, at);
}

}  // namespace

std::optional<std::string_view> next_srcset_url(std::string_view srcset, std::size_t& at) {
  while (at < srcset.size() && (is_ascii_whitespace(srcset[at]) || srcset[at] == ',')) ++at;
  if (at >= srcset.size()) return std::nullopt;
  const std::size_t start = at;
  while (at < srcset.size() && !is_ascii_whitespace(srcset[at])) ++at;
  std::string_view url = srcset.substr(start, at - start);
  if (url.back() == ',') {
    while (url.ends_with(',')) url.remove_suffix(1);
  } else {
    skip_descriptors(srcset, at);
  }
  return url;
}

std::optional<std::string_view> refresh_url(std::string_view content) {
  std::size_t at = 0;
  skip_spaces(content, at);
  const std::size_t digits = at;
  while (at < content.size() && is_ascii_digit(content[at])) ++at;
  if (at == content.size() || (at == digits && content[at] != '.')) return std::nullopt;
  while (at < content.size() && (is_ascii_digit(content[at]) || content[at] == '.')) ++at;
  if (at == content.size()) return std::nullopt;
  if (content[at] != ';' && content[at] != ',' && !is_ascii_whitespace(content[at]))
    return std::nullopt;
  skip_spaces(content, at);
  if (at < content.size() && (content[at] == ';' || content[at] == ',')) ++at;
  skip_spaces(content, at);
  if (at == content.size()) return std::nullopt;
  skip_url_equals(content, at);
  std::string_view url = content.substr(at);
  if (!url.empty() && (url[0] == '"' || url[0] == '\'')) {
    const char quote = url[0];
    url.remove_prefix(1);
    url = url.substr(0, url.find(quote));
  }
  return url;
}

}  // namespace freshet
