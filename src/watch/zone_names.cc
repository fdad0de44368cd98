#include "watch/zone_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/escape.h"
#include "base/nearest.h"

namespace freshet {
namespace {

constexpr auto kZoneNames = std::to_array<std::string_view>({
#include "watch/zone_names.inc"
});

constexpr std::size_t kZoneNameMax = 64;

}  // namespace

std::optional<std::string> check_zone_name(std::string_view name) {
  if (name.empty() || std::ranges::binary_search(kZoneNames, name)) return std::nullopt;
  if (name.size() > kZoneNameMax) return "no time zone has such a long name";
  const std::vector<std::string> known(kZoneNames.begin(), kZoneNames.end());
  return fmt::format("there is no time zone \"{}\"{}", visible(name), did_you_mean(name, known));
}

}  // namespace freshet
