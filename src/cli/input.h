// Reads a file or stdin whole, and no more than asked for.
#pragma once

#include <cstddef>
#include <string>

#include "base/error.h"

namespace freshet {

// The bytes of the file at `path`. The error says in one sentence which file and why; its code is
// not_found if there is none, denied if we may not read it, limit if it has over `bytes_max` bytes.
Result<std::string> read_file(const std::string& path, std::size_t bytes_max);

// The same for stdin.
Result<std::string> read_stdin(std::size_t bytes_max);

// Reads the answer to a question, up to the end of the line; empty at end of input.
std::string read_line_of_stdin();

}  // namespace freshet
