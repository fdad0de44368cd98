// Tells XPath 1.0 from later versions. Other monitors evaluate XPath 2 or 3; an expression that
// both understand means the same here, others must be refused.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet {

// Returns why the expression is not XPath 1.0, as "XPath 1.0 has no function matches()"; none if
// nothing in it speaks against XPath 1.0. It may still be wrong.
std::optional<std::string> beyond_xpath_1(std::string_view expression);

}  // namespace freshet
