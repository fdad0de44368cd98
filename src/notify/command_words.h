// A command as words, for running it without a shell.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace freshet {

inline constexpr std::size_t kCommandWordsMax = 100;

// Splits at spaces. '...' and "..." keep spaces; within "..." and outside of quotes a backslash
// takes the next character as it is. Nothing is replaced: "$HOME" and "*" stay as they are. There
// is at least one word.
Result<std::vector<std::string>> split_command(std::string_view line);

}  // namespace freshet
