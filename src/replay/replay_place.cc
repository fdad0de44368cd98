#include "replay/replay_place.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"

namespace freshet {

std::optional<std::string> replay_url(const ReplayPlace& place, const Url& url) {
  if (!url.is_http()) return std::nullopt;
  return fmt::format("{}{}/{}", place.prefix, digits_time_14(place.time), url.href());
}

std::optional<ReplayTarget> replay_target(std::string_view rest) {
  constexpr std::size_t kTimeDigitsMax = 17;
  const auto slash = rest.find('/');
  if (slash == std::string_view::npos || slash > kTimeDigitsMax) return std::nullopt;
  const std::string_view digits = rest.substr(0, slash);
  if (!std::ranges::all_of(digits, is_ascii_digit)) return std::nullopt;
  const auto time = parse_time(digits);
  if (!time) return std::nullopt;
  auto url = Url::parse(rest.substr(slash + 1));
  if (!url || !url->is_http()) return std::nullopt;
  return ReplayTarget{*time, *std::move(url)};
}

}  // namespace freshet
