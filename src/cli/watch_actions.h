// The actions of freshet watch.
#pragma once

#include "cli/command.h"

namespace freshet {

CommandResult add_watches(const Session& session);
CommandResult list_watches(const Session& session);
CommandResult show_watches(const Session& session);
CommandResult edit_watches(const Session& session);
CommandResult pause_watches(const Session& session);
CommandResult resume_watches(const Session& session);
CommandResult remove_watches(const Session& session);
CommandResult import_watches(const Session& session);
CommandResult export_watches(const Session& session);
CommandResult apply_watches(const Session& session);
CommandResult test_watch(const Session& session);

}  // namespace freshet
