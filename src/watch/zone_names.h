// The names of time zones, so that a mistyped one is found where it is written, without files.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet {

// Returns the problem of a name that the tz database does not have, with the nearest name that it
// has. The empty name is UTC.
std::optional<std::string> check_zone_name(std::string_view name);

}  // namespace freshet
