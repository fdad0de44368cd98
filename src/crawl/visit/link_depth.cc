#include "crawl/visit/link_depth.h"

#include <string_view>

#include "base/ascii.h"

namespace freshet {
namespace {

// Steps along the pages of a list that are one level of depth.
constexpr unsigned kStepsOfALevel = 50;

// Returns true if the URLs differ only in their numbers, as those of the pages of a list do.
bool differ_in_numbers(const Url& a, const Url& b) {
  std::string_view one = a.href_without_fragment();
  std::string_view other = b.href_without_fragment();
  bool is_in_number = false;
  while (!one.empty() && !other.empty()) {
    if (is_ascii_digit(one.front()) && is_ascii_digit(other.front())) {
      while (!one.empty() && is_ascii_digit(one.front())) one.remove_prefix(1);
      while (!other.empty() && is_ascii_digit(other.front())) other.remove_prefix(1);
      is_in_number = true;
      continue;
    }
    if (one.front() != other.front()) return false;
    one.remove_prefix(1);
    other.remove_prefix(1);
  }
  return one.empty() && other.empty() && is_in_number;
}

}  // namespace

LinkDepth depth_of(const FoundLink& link, const Url& page, const Url& target,
                   const KnownLink& from) {
  if (link.is_refresh) return {from.depth, from.steps};
  const auto deeper = static_cast<std::uint16_t>(from.depth + 1);
  if (!link.is_next && !differ_in_numbers(page, target)) return {deeper, from.steps};
  const unsigned steps = from.steps + 1U;
  if (steps < kStepsOfALevel) return {from.depth, static_cast<std::uint8_t>(steps)};
  return {deeper, 0};
}

}  // namespace freshet
