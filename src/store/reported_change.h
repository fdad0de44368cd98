// When a page last changed, by what its server or a sitemap says.
#pragma once

#include <optional>

#include "base/time.h"

namespace freshet {

// Of a page that was `seen` with the date `modified`. Nothing if that is no date to learn from:
// many servers say "now" of whatever they make, and some say what is still to come. A change that
// is longer ago than a year counts as a year ago.
std::optional<Time> reported_change(std::optional<Time> modified, Time seen);

}  // namespace freshet
