#include "store/reported_change.h"

#include <algorithm>
#include <chrono>

namespace freshet {
namespace {

constexpr Duration kJustNow = std::chrono::minutes(5);
constexpr Duration kLongAgo = std::chrono::days(365);

}  // namespace

std::optional<Time> reported_change(std::optional<Time> modified, Time seen) {
  if (!modified || *modified > seen - kJustNow) return std::nullopt;
  return std::max(*modified, seen - kLongAgo);
}

}  // namespace freshet
