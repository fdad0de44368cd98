// The result of a refresh, for people.
#pragma once

#include <string>

#include "app/refresh_result.h"
#include "cli/output.h"

namespace freshet {

// Names the pages that are new, changed or gone, and counts the checks. `was_stopped`: by a signal.
void print_refresh(const RefreshResult& result, const std::string& directory, bool was_stopped,
                   Output& out);

}  // namespace freshet
