// Scores a crawl of the practice web by the log of its servers and the archive.
#pragma once

#include "base/time.h"
#include "cli/commands/commands.h"
#include "practice/world_plan.h"

namespace freshet {

CommandResult score_practice(const Session& session, const WorldPlan& plan, Duration delay,
                             int burst);

}  // namespace freshet
