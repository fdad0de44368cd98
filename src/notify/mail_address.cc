#include "notify/mail_address.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/split.h"

namespace freshet {
namespace {

constexpr std::size_t kLocalPartBytesMax = 64;
constexpr std::size_t kDomainLabelBytesMax = 63;

bool is_atom(std::string_view text) {
  constexpr std::string_view kOther = "!#$%&'*+-/=?^_`{|}~";
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return is_ascii_alnum(c) || kOther.find(c) != std::string_view::npos;
  });
}

bool is_domain_label(std::string_view text) {
  return !text.empty() && text.size() <= kDomainLabelBytesMax && text.front() != '-' &&
         text.back() != '-' &&
         std::ranges::all_of(text, [](char c) { return is_ascii_alnum(c) || c == '-'; });
}

}  // namespace

bool is_mail_address(std::string_view text) {
  const std::size_t at = text.rfind('@');
  if (at == std::string_view::npos || text.size() > kMailAddressBytesMax) return false;
  const std::string_view local = text.substr(0, at);
  return local.size() <= kLocalPartBytesMax && std::ranges::all_of(split_at('.', local), is_atom) &&
         std::ranges::all_of(split_at('.', text.substr(at + 1)), is_domain_label);
}

std::string_view mail_domain(std::string_view address) {
  return address.substr(address.rfind('@') + 1);
}

}  // namespace freshet
