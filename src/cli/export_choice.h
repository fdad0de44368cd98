// The format and the destination of `freshet export`.
#pragma once

#include <expected>
#include <optional>
#include <string>

#include "app/export.h"
#include "cli/command.h"

namespace freshet {

// Returns the format of --format; wrong usage if there is none, or flags of another are given.
std::expected<const ExportFormat*, Failure> chosen_format(const Arguments& arguments);

// Returns the file to write; none: stdout. An existing file is replaced only with --force.
std::expected<std::optional<std::string>, Failure> chosen_file(const Arguments& arguments,
                                                               const ExportFormat& format);

// Adds --as-of, --only-proven and --strict to the request; wrong usage if they do not fit.
CommandResult add_as_of(const Arguments& arguments, ExportRequest& request);

}  // namespace freshet
