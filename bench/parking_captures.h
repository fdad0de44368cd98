#pragma once

#include <string>

namespace freshet::bench {

// Prints how well parked pages are told from others by a table of labelled captures.
void evaluate_captures(const std::string& folder);

}  // namespace freshet::bench
