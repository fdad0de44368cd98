// From the options of freshet capture to its request.
#pragma once

#include <expected>

#include "app/capture.h"
#include "cli/command.h"

namespace freshet {

// The options that say how a capture is made.
std::vector<Option> capture_options();

// Returns the request without its seeds; wrong usage if an option makes no sense.
std::expected<CaptureRequest, Failure> capture_request(const Session& session);

}  // namespace freshet
