// The time of the last change of a page, as its server or a sitemap reports it.
#pragma once

#include <optional>

#include "base/time.h"

namespace freshet {

// Returns the reported time of change of a page that was `seen` with the date `modified`; nothing
// if the date tells nothing. Many servers report the current time for generated pages, and some a
// time in the future. A change more than a year ago counts as a year ago.
std::optional<Time> reported_change(std::optional<Time> modified, Time seen);

}  // namespace freshet
