// The options of a server, from the settings.
#pragma once

#include <expected>

#include "cli/command.h"
#include "serve/server.h"

namespace freshet {

// The session outlives the server.
std::expected<ServerOptions, Failure> server_options(const Session& session);

}  // namespace freshet
