// "Did you mean": the known word that is closest to a mistyped one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace freshet {

// Returns the candidate with the fewest typing errors (a letter too many, too few, wrong, or two
// swapped), the first one on a tie; none if all are too far.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

// Returns `; did you mean X?`, or "".
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace freshet
