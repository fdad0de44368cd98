// The number in a text that a watch keeps as a series: a price, a count, a temperature.
#pragma once

#include <optional>
#include <string_view>

namespace freshet {

// Returns the first number of a text. Understood are signs, groups of three digits parted by
// points, commas, apostrophes, spaces or no-break spaces, and a decimal point or comma: "1,234.56",
// "1.234,56 EUR", "-3", "12 345". A single separator before exactly three digits is taken for one
// of groups: "1.234" is 1234, but "0.234" is not.
std::optional<double> first_number(std::string_view text);

}  // namespace freshet
