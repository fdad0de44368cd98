// Errors of system calls on files.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "base/error.h"

namespace freshet {

// Returns the error of a system call, by its errno: "cannot open "a/b": Permission denied". The
// codes are those of Disk.
std::unexpected<Error> system_failure(std::string_view doing, const std::string& path, int number);

}  // namespace freshet
