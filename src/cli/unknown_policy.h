// The refusal of a policy that does not exist.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace freshet {

// Returns a sentence with the nearest name and the list of all names.
std::string unknown_policy(std::string_view name, const std::vector<std::string>& names);

}  // namespace freshet
