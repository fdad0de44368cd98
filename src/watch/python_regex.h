// Patterns of monitors written in Python, as RE2 expressions.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "watch/watch_spec.h"

namespace freshet {

// Problems are sentences without a place.
using PatternResult = std::expected<TextPattern, std::string>;

// Reads an expression of Python's `re`. RE2 reads most of them alike; look-around, back references
// and verbose expressions are problems.
PatternResult pattern_from_python(std::string_view expression);

// Reads changedetection.io's form: "/expression/flags", or words without regard to case.
PatternResult pattern_from_slashes(std::string_view text);

// Returns one expression that matches if one of the patterns does. `patterns` is not empty.
TextPattern one_of(const std::vector<TextPattern>& patterns);

// Returns an expression that matches exactly this text.
std::string quoted_regex(std::string_view text);

// Returns how many groups the expression has; 0 if it is wrong.
int group_count(std::string_view expression);

}  // namespace freshet
