// Reads CSS selectors.
#pragma once

#include <string_view>

#include "base/error.h"
#include "select/css_list.h"

namespace freshet {

// Errc::invalid with a sentence that names the place. `text` is UTF-8.
Result<CssList> parse_css_list(std::string_view text);

}  // namespace freshet
