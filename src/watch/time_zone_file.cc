#include "watch/time_zone_file.h"

#include <fmt/format.h>

#include "watch/zone_names.h"

namespace freshet {

Result<TimeZone> load_time_zone(Disk& disk, std::string_view name, const std::string& directory) {
  if (name.empty()) return TimeZone::utc();
  if (auto problem = check_zone_name(name))
    return std::unexpected(Error{Errc::invalid, std::move(*problem)});
  const std::string path = fmt::format("{}/{}", directory, name);
  const auto bytes = read_whole(disk, path, TimeZone::kFileBytesMax);
  if (!bytes && bytes.error().code == Errc::not_found) {
    return std::unexpected(Error{
        Errc::not_found, fmt::format("{} is missing; install the Debian package tzdata", path)});
  }
  if (!bytes) return std::unexpected(bytes.error());
  auto zone = TimeZone::parse(*bytes);
  if (!zone)
    return std::unexpected(Error{Errc::corrupt, fmt::format("{}: {}", path, zone.error().message)});
  return zone;
}

}  // namespace freshet
