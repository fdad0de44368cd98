// Numbers as J48 prints them.
#pragma once

#include <string>

namespace freshet {

// Rounded half up to two decimals, at least one shown: "15.0", "2.27".
std::string two_decimals(double number);

// Rounded to six decimals, none shown that is not needed: "0.6", "127".
std::string six_decimals(double number);

}  // namespace freshet
