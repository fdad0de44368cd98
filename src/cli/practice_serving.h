// Serving the practice web until a signal.
#pragma once

#include "cli/command.h"
#include "practice/practice_server.h"

namespace freshet {

// Writes the files that --ca-file, --truth and --log name, and serves until SIGTERM or SIGINT.
CommandResult serve_practice(const Session& session, const WorldPlan& plan,
                             PracticeServerOptions options);

}  // namespace freshet
