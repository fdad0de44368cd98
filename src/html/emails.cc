#include "html/emails.h"

#include <algorithm>

#include "base/ascii.h"

namespace freshet {
namespace {

bool is_name_byte(char c) {
  return is_ascii_alnum(c) || c == '.' || c == '_' || c == '%' || c == '+' || c == '-';
}

bool is_domain_byte(char c) { return is_ascii_alnum(c) || c == '.' || c == '-'; }

// Returns the length of the domain name at the start of `text`, with a last label of two or more
// letters.
std::size_t domain_length(std::string_view text) {
  std::size_t run = 0;
  while (run < text.size() && run <= kEmailDomainBytesMax && is_domain_byte(text[run])) ++run;
  if (run > kEmailDomainBytesMax) return 0;
  std::string_view domain = text.substr(0, run);
  while (domain.ends_with('.') || domain.ends_with('-')) domain.remove_suffix(1);
  const std::size_t dot = domain.rfind('.');
  if (dot == domain.npos || dot == 0 || domain.front() == '-') return 0;
  if (domain.find("..") != domain.npos) return 0;
  const std::string_view last = domain.substr(dot + 1);
  if (last.size() < 2 || !std::all_of(last.begin(), last.end(), is_ascii_alpha)) return 0;
  return domain.size();
}

}  // namespace

std::optional<std::string_view> next_email(std::string_view text, std::size_t& at) {
  const std::size_t from = at;
  while (true) {
    const std::size_t sign = text.find('@', at);
    if (sign == text.npos) {
      at = text.size();
      return std::nullopt;
    }
    at = sign + 1;
    std::size_t start = sign;
    while (start > from && sign - start < kEmailNameBytesMax && is_name_byte(text[start - 1]))
      --start;
    while (start < sign && text[start] == '.') ++start;
    const std::size_t domain = domain_length(text.substr(at));
    if (start == sign || domain == 0) continue;
    at += domain;
    return text.substr(start, at - start);
  }
}

}  // namespace freshet
