// Dates in HTTP headers (RFC 9110, 5.6.7).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

namespace freshet {

// Parses "Sun, 06 Nov 1994 08:49:37 GMT" and the two obsolete forms.
std::optional<Time> parse_http_date(std::string_view text);

std::string http_date(Time time);

}  // namespace freshet
