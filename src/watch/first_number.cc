#include "watch/first_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

#include "base/ascii.h"

namespace freshet {
namespace {

constexpr std::size_t kNumberBytesMax = 64;

// Separators of groups that are no separators of decimals: space, apostrophe, no-break space,
// narrow no-break space, right quotation mark.
constexpr std::array<std::string_view, 5> kGroupSeparators = {" ", "'", "\u00a0", "\u202f",
                                                              "\u2019"};

bool are_three_digits(std::string_view text) {
  return text.size() >= 3 && is_ascii_digit(text[0]) && is_ascii_digit(text[1]) &&
         is_ascii_digit(text[2]) && (text.size() == 3 || !is_ascii_digit(text[3]));
}

// Returns the digits, points and commas of the number at the beginning of `text`, which begins with
// a digit. Other separators of groups are left out.
std::string number_bytes(std::string_view text) {
  std::string out;
  while (!text.empty() && out.size() < kNumberBytesMax) {
    if (is_ascii_digit(text[0])) {
      out += text[0];
      text.remove_prefix(1);
      continue;
    }
    const bool is_mark = text[0] == '.' || text[0] == ',';
    if (is_mark && text.size() > 1 && is_ascii_digit(text[1])) {
      out += text[0];
      text.remove_prefix(1);
      continue;
    }
    const auto group = std::ranges::find_if(
        kGroupSeparators, [&](std::string_view each) { return text.starts_with(each); });
    const bool continues = group != kGroupSeparators.end() && out.find_first_of(".,") == out.npos &&
                           are_three_digits(text.substr(group->size()));
    if (!continues) break;
    text.remove_prefix(group->size());
  }
  return out;
}

// Returns the place of the decimal separator, if one of the points and commas is one.
std::size_t decimal_place(std::string_view bytes) {
  const std::size_t last = bytes.find_last_of(".,");
  if (last == bytes.npos) return last;
  const char mark = bytes[last];
  if (bytes.find_first_of(mark == '.' ? "," : ".") != bytes.npos) {
    // Two kinds: the last one, unless it stands twice, as in "1,234.567.890".
    return bytes.find(mark) == last ? last : bytes.npos;
  }
  if (bytes.find(mark) != last) return bytes.npos;
  const bool is_group = bytes.size() - last - 1 == 3 && last <= 3 && bytes[0] != '0';
  return is_group ? bytes.npos : last;
}

bool is_minus_before(std::string_view text, std::size_t at) {
  if (text.substr(0, at).ends_with("\u2212")) return true;
  if (at == 0 || text[at - 1] != '-') return false;
  return at == 1 || !is_ascii_alnum(text[at - 2]);  // not the hyphen of "A-4" or "2024-01"
}

}  // namespace

std::optional<double> first_number(std::string_view text) {
  const auto found = std::ranges::find_if(text, is_ascii_digit);
  if (found == text.end()) return std::nullopt;
  const auto at = static_cast<std::size_t>(found - text.begin());
  const std::string bytes = number_bytes(text.substr(at));
  const std::size_t decimal = decimal_place(bytes);
  std::string plain;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (is_ascii_digit(bytes[i])) plain += bytes[i];
    if (i == decimal) plain += '.';
  }
  double value = 0;
  const auto read = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (read.ec != std::errc()) return std::nullopt;
  return is_minus_before(text, at) ? -value : value;
}

}  // namespace freshet
