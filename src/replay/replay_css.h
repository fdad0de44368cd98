// Style sheets for replay.
#pragma once

#include <string>
#include <string_view>

#include "replay/replay_place.h"

namespace freshet {

// Rewrites every URL that a browser would load: url(), @import and the strings of image-set(). URLs
// that are not http, https or data become about:invalid, as do imported data: sheets. All else
// stays as written. `sheet` is UTF-8, `base` its URL. Linear, for any bytes.
std::string replay_css(std::string_view sheet, const Url& base, const ReplayPlace& place);

}  // namespace freshet
