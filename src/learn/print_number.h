// Numbers in the format of J48.
#pragma once

#include <string>

namespace freshet {

// Rounds half up to two decimals, with at least one shown: "15.0", "2.27".
std::string two_decimals(double number);

// Rounds to six decimals without trailing zeros: "0.6", "127".
std::string six_decimals(double number);

}  // namespace freshet
