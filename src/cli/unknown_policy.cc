#include "cli/unknown_policy.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "base/nearest.h"

namespace freshet {

std::string unknown_policy(std::string_view name, const std::vector<std::string>& names) {
  const auto meant = nearest(name, names);
  return fmt::format("unknown refresh policy \"{}\"{}; known are {}", visible(name),
                     meant ? fmt::format(" (did you mean {}?)", *meant) : "",
                     fmt::join(names, ", "));
}

}  // namespace freshet
