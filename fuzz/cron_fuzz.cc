// Reads: src/watch/cron.cc src/watch/watch_times.cc
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.h"
#include "watch/watch_times.h"

using namespace freshet;

// The time found is not before the time asked for, and asking for it gives it again. The first byte
// chooses active hours.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  WatchTimes times;
  if (bytes[0] % 2 == 1)
    times.active = {{static_cast<Weekday>(bytes[0] % 7), bytes[0] * 5, 1 + bytes[0] * 3}};
  times.cron.assign(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  const auto calendar = CheckCalendar::make(times, TimeZone::utc());
  if (!calendar) return 0;
  const Time from = std::chrono::sys_days{std::chrono::year{2026} / 11 / 19};
  const auto next = calendar->at_or_after(from);
  if (!next) return 0;
  require(*next >= from, "time goes forward");
  require(calendar->is_active(*next), "the hours are active");
  require(calendar->at_or_after(*next) == next, "a time that is found is found again");
  return 0;
}
