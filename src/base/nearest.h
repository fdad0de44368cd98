// "Did you mean": the known word that a mistyped one is closest to.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace freshet {

// The candidate with the fewest typing mistakes between it and `word` (a letter too many, too few,
// wrong, or two swapped), the first of equals; none if even that one is too far to be meant.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

// `; did you mean X?`, or an empty text.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace freshet
