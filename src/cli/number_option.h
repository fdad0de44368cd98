// A number that an option of a command was given.
#pragma once

#include <expected>
#include <string_view>

#include "cli/command.h"

namespace freshet {

// `otherwise` if the option was not given; wrong usage if what was given is no number from `min` to
// `max`. For int, double, and the integers of 16 and 64 bits that number_option.cc names.
template <class Number>
std::expected<Number, Failure> number_of(const Session& session, std::string_view option,
                                         Number otherwise, Number min, Number max);

}  // namespace freshet
