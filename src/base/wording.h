// Numbers and times in words for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/time.h"

namespace freshet {

// Returns "1 page", "2 pages"; `one` and `many` are the two forms of the word.
std::string counted(std::uint64_t count, std::string_view one, std::string_view many);

// Returns "812 bytes", "41.2 kB", "1.3 GB": powers of 1000.
std::string size_words(std::uint64_t bytes);

// Returns "2026-11-16 00:34:46": UTC, to the second.
std::string second_words(Time time);

}  // namespace freshet
