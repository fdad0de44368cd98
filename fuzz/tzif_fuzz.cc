// Reads: src/watch/tzif_reader.cc src/watch/time_zone.cc
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "watch/time_zone.h"

using namespace freshet;

// Offsets are less than two days, and hold until the next change.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace std::chrono;
  const auto zone = TimeZone::parse({reinterpret_cast<const char*>(bytes), size});
  if (!zone) return 0;
  for (const Time time : {kTimeMin, Time{}, Time{sys_days{year{2026} / 3 / 29}}, kTimeMax}) {
    require(abs(zone->offset_at(time)) < days(2), "an offset is small");
    const auto change = zone->next_change(time);
    require(!change || *change > time, "a change comes later");
    const Time moment = zone->from_local(zone->local(time));
    require(abs(moment - time) < days(3), "a moment is near its local time");
  }
  return 0;
}
