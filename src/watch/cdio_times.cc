#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "watch/cdio_source.h"
#include "watch/duration_text.h"
#include "watch/watch_check.h"
#include "watch/zone_names.h"

namespace freshet {
namespace {

constexpr std::array<std::string_view, 7> kCdioDays = {
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};

// A number, or a text that is one: the program writes both.
std::optional<std::int64_t> cdio_number(const ValueTree* value) {
  if (!value || value->is(ValueTree::Kind::null)) return 0;
  if (value->is(ValueTree::Kind::integer)) return value->integer;
  if (!value->is(ValueTree::Kind::text)) return std::nullopt;
  if (value->text.empty()) return 0;
  std::int64_t number = 0;
  const char* const end = value->text.data() + value->text.size();
  const auto [stop, error] = std::from_chars(value->text.data(), end, number);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return number;
}

bool is_on(const ValueTree* value) { return value && value->claim; }

// "08:30"
std::optional<int> cdio_clock(const ValueTree* value) {
  if (!value) return 0;
  int hour = 0;
  int minute = 0;
  const std::string& text = value->text;
  const auto colon = text.find(':');
  if (colon == std::string::npos) return std::nullopt;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, hour);
  const auto second = std::from_chars(text.data() + colon + 1, end, minute);
  if (first.ec != std::errc{} || second.ec != std::errc{} || second.ptr != end || hour < 0 ||
      hour > 23 || minute < 0 || minute > 59) {
    return std::nullopt;
  }
  return hour * 60 + minute;
}

// Adds the hours of one day. Returns the problem.
std::optional<std::string> read_cdio_day(const ValueTree& day, Weekday weekday, WatchTimes& times) {
  if (!is_on(day.member("enabled"))) return std::nullopt;
  const auto from = cdio_clock(day.member("start_time"));
  const ValueTree* const duration = day.member("duration");
  const auto hours = cdio_number(duration ? duration->member("hours") : nullptr);
  const auto minutes = cdio_number(duration ? duration->member("minutes") : nullptr);
  if (!from || !hours || !minutes || *hours < 0 || *hours > 24 || *minutes < 0 || *minutes > 59)
    return "its times cannot be read";
  const auto length = static_cast<int>(*hours * 60 + *minutes);
  if (length > 24 * 60) return "it is longer than a day";
  if (length > 0) times.active.push_back({weekday, *from, length});
  return std::nullopt;
}

}  // namespace

std::int64_t cdio_seconds(const ValueTree& interval) {
  constexpr std::array<std::pair<std::string_view, std::int64_t>, 5> kUnits = {
      {{"weeks", 604'800}, {"days", 86'400}, {"hours", 3600}, {"minutes", 60}, {"seconds", 1}}};
  constexpr std::int64_t kCountMax = 1'000'000'000;
  std::int64_t sum = 0;
  for (const auto& [name, seconds] : kUnits) {
    const auto count = cdio_number(interval.member(name));
    if (count && *count > 0) sum += std::min(*count, kCountMax) * seconds;
  }
  // More microseconds than a Duration has would wrap around.
  return std::min<std::int64_t>(sum, kDurationTextMax / std::chrono::seconds(1));
}

void read_cdio_interval(CdioWatch& source, std::string_view field, const ValueTree& value) {
  const ValueTree& uses_default = source.member("time_between_check_use_default");
  if (uses_default.is(ValueTree::Kind::null) ? cdio_seconds(value) == 0 : uses_default.claim) {
    return source.draft.changed(
        field, fmt::format("the interval of the settings ({}) becomes a learned one",
                           source.settings.interval));
  }
  const Duration every = std::chrono::seconds(cdio_seconds(value));
  if (every == Duration{0})
    return source.draft.changed(field, "no interval is given, so it is a learned one");
  source.draft.watch.times.every =
      std::clamp(every, WatchLimits::kEveryMin, WatchLimits::kEveryMax);
  if (*source.draft.watch.times.every != every)
    source.draft.changed(field,
                         "the interval becomes " + duration_text(*source.draft.watch.times.every));
}

void read_cdio_schedule(CdioWatch& source, std::string_view field, const ValueTree& value) {
  if (!is_on(value.member("enabled"))) return source.draft.taken(field, "switched off there");
  WatchTimes& times = source.draft.watch.times;
  for (std::size_t i = 0; i < kCdioDays.size(); ++i) {
    const ValueTree* const day = value.member(kCdioDays[i]);
    if (!day) continue;
    if (auto problem = read_cdio_day(*day, static_cast<Weekday>(i), times))
      return source.draft.refuse(fmt::format("{}.{}", field, kCdioDays[i]), std::move(*problem));
  }
  if (times.active.empty()) return source.draft.refuse(field, "the page would never be checked");
  const ValueTree* const zone = value.member("timezone");
  times.zone = zone ? zone->text : "";
  if (times.zone.empty()) times.zone = source.settings.zone;
  if (times.zone.empty()) return source.draft.changed(field, "no time zone is given, so it is UTC");
  if (auto problem = check_zone_name(times.zone))
    source.draft.refuse(fmt::format("{}.timezone", field), std::move(*problem));
}

}  // namespace freshet
