// Normal against optimised scheduling on the practice web.
#pragma once

#include "cli/commands/commands.h"

namespace freshet {

CommandResult compare_practice(const Session& session);

}  // namespace freshet
