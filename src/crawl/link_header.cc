#include "crawl/link_header.h"

#include "base/ascii.h"

namespace freshet {
namespace {

void skip_blanks(std::string_view& text) {
  while (!text.empty() && is_ascii_whitespace(text.front())) text.remove_prefix(1);
}

// Reads a quoted string without its quotes, or the text before a ';' or ','.
std::string take_value(std::string_view& text) {
  std::string value;
  if (!text.starts_with('"')) {
    const std::size_t end = text.find_first_of(";,");
    value = trim_ascii_whitespace(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end);
    return value;
  }
  text.remove_prefix(1);
  while (!text.empty() && text.front() != '"') {
    if (text.front() == '\\' && text.size() > 1) text.remove_prefix(1);
    value += text.front();
    text.remove_prefix(1);
  }
  if (!text.empty()) text.remove_prefix(1);
  return value;
}

}  // namespace

std::vector<HeaderLink> parse_link_header(std::string_view value) {
  std::vector<HeaderLink> links;
  while (links.size() < kLinksOfHeaderMax) {
    const std::size_t begin = value.find('<');
    if (begin == std::string_view::npos) break;
    value.remove_prefix(begin + 1);
    const std::size_t end = value.find('>');
    if (end == std::string_view::npos) break;
    HeaderLink link{.url = std::string(trim_ascii_whitespace(value.substr(0, end))), .rels = {}};
    value.remove_prefix(end + 1);
    bool has_anchor = false;
    for (skip_blanks(value); value.starts_with(';'); skip_blanks(value)) {
      value.remove_prefix(1);
      skip_blanks(value);
      const std::size_t name_end = value.find_first_of("=;,");
      const std::string name = ascii_lower(trim_ascii_whitespace(value.substr(0, name_end)));
      value.remove_prefix(name_end == std::string_view::npos ? value.size() : name_end);
      std::string parameter;
      if (value.starts_with('=')) {
        value.remove_prefix(1);
        skip_blanks(value);
        parameter = take_value(value);
      }
      if (name == "rel" && link.rels.empty()) link.rels = ascii_lower(parameter);
      has_anchor |= name == "anchor";
    }
    if (!has_anchor && !link.url.empty()) links.push_back(std::move(link));
  }
  return links;
}

bool has_rel(std::string_view rels, std::string_view word) {
  while (!rels.empty()) {
    skip_blanks(rels);
    std::size_t end = 0;
    while (end < rels.size() && !is_ascii_whitespace(rels[end])) ++end;
    if (rels.substr(0, end) == word) return true;
    rels.remove_prefix(end);
  }
  return false;
}

}  // namespace freshet
