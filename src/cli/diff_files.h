// Versions of a page in files, compared.
#pragma once

#include <expected>

#include "app/diff.h"
#include "cli/command.h"

namespace freshet {

// Compares the files that OLD, NEW and --earlier name.
std::expected<PageDiff, Failure> diff_files(const Session& session);

}  // namespace freshet
