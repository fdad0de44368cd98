// A watch as JSON. Design: docs/design/watch.md.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "watch/watch_spec.h"

namespace freshet {

// Leaves out secrets: the password, and the values of secret headers.
std::string to_json(const WatchSpec& watch);
Result<WatchSpec> watch_from_json(std::string_view text);

}  // namespace freshet
