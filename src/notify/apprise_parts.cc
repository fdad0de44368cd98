#include "notify/apprise_parts.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/percent.h"
#include "base/split.h"

namespace freshet {
namespace {

bool is_scheme_byte(char c) { return is_ascii_alnum(c) || c == '+' || c == '-' || c == '.'; }

std::string form_decode(std::string_view text) {
  std::string spaced(text);
  std::ranges::replace(spaced, '+', ' ');
  return percent_decode(spaced);
}

}  // namespace

std::string AppriseParts::parameter(std::string_view name) const {
  for (const auto& [key, value] : query)
    if (equals_ignoring_case(key, name)) return value;
  return "";
}

std::optional<AppriseParts> parse_apprise_parts(std::string_view line) {
  const std::size_t mark = line.find("://");
  if (mark == std::string_view::npos || mark == 0) return std::nullopt;
  AppriseParts parts{.scheme = ascii_lower(line.substr(0, mark))};
  if (!std::ranges::all_of(parts.scheme, is_scheme_byte)) return std::nullopt;
  line.remove_prefix(mark + 3);
  if (const std::size_t question = line.find('?'); question != std::string_view::npos) {
    for (const std::string_view field : split_at('&', line.substr(question + 1))) {
      const std::size_t equals = field.find('=');
      // A "+" that begins a name marks a header; it is no space.
      const std::string_view name = field.substr(0, equals);
      std::string key =
          name.starts_with('+') ? "+" + form_decode(name.substr(1)) : form_decode(name);
      if (equals != std::string_view::npos)
        parts.query.emplace_back(std::move(key), form_decode(field.substr(equals + 1)));
    }
    line = line.substr(0, question);
  }
  std::string_view authority = line.substr(0, line.find('/'));
  for (const std::string_view segment : split_at('/', line.substr(authority.size())))
    if (!segment.empty()) parts.path.push_back(percent_decode(segment));
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    const std::string_view who = authority.substr(0, at);
    const std::size_t colon = who.find(':');
    parts.user = percent_decode(who.substr(0, colon));
    if (colon != std::string_view::npos) parts.password = percent_decode(who.substr(colon + 1));
    authority.remove_prefix(at + 1);
  }
  parts.authority = authority;
  return parts;
}

}  // namespace freshet
