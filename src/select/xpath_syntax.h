// A look at an XPath expression before libxml2 reads it. Internal to select/.
#pragma once

#include <string_view>

#include "base/error.h"

namespace freshet {

// Refuses functions that do not exist, variables, and expressions that are nested too deeply: what
// libxml2 would only find when it evaluates, or read by deep recursion.
Status check_xpath_words(std::string_view text);

}  // namespace freshet
