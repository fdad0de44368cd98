// Finds time zones in the system's tz database.
#pragma once

#include <string>
#include <string_view>

#include "base/disk.h"
#include "watch/time_zone.h"

namespace freshet {

inline constexpr std::string_view kZoneDirectory = "/usr/share/zoneinfo";

// Reads the zone of this name; the empty name is UTC. Only names of zone_names.h are looked up, so
// no name leads out of the directory. Errc::not_found names the package that is missing.
Result<TimeZone> load_time_zone(Disk& disk, std::string_view name,
                                const std::string& directory = std::string(kZoneDirectory));

}  // namespace freshet
