// Checks the times of a watch; a part of watch_check.h.
#pragma once

#include <optional>

#include "watch/tree_fields.h"
#include "watch/watch_spec.h"

namespace freshet {

std::optional<FieldProblem> check_times(const WatchTimes& times);

}  // namespace freshet
