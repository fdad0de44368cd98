// Style sheets for replay.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "replay/replay_place.h"

namespace freshet {

// Rewrites every URL that a browser would load: url(), @import and the strings of image-set(). URLs
// that are not http, https or data become about:invalid, as do imported data: sheets. All else
// stays as written. `sheet` is UTF-8, `base` its URL. Linear, for any bytes; what would grow beyond
// replayed_bytes_max becomes about:invalid.
std::string replay_css(std::string_view sheet, const Url& base, const ReplayPlace& place);

// The same for a sheet in a page: URLs behind `bytes_max` bytes of the result are about:invalid.
std::string replay_css(std::string_view sheet, const Url& base, const ReplayPlace& place,
                       std::size_t bytes_max);

}  // namespace freshet
