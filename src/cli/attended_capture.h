// A capture run by a command: as a crawl, with words of its own.
#pragma once

#include <vector>

#include "app/capture.h"
#include "cli/command.h"
#include "cli/crawl_plan.h"
#include "url/url.h"

namespace freshet {

// Runs it to its end and prints the result.
CommandResult attend_capture(const Session& session, RunSettings options, PreparedCapture prepared,
                             std::vector<Url> seeds);

}  // namespace freshet
