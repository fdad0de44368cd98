// The subcommands of freshet, in the order in which help lists them.
#pragma once

#include <vector>

#include "cli/command.h"

namespace freshet {

Command capture_command();
Command captures_command();
Command channel_command();
Command changes_command();
Command coherence_command();
Command compact_command();
Command repack_command();
Command completion_command();
Command config_command();
Command crawl_command();
Command demo_command();
Command deliveries_command();
Command diff_command();
Command explain_command();
Command export_command();
Command history_command();
Command import_command();
Command inspect_command();
Command learn_command();
Command list_command();
Command man_command();
Command near_command();
Command plan_command();
Command person_command();
Command practice_command();
Command refresh_command();
Command reindex_command();
Command remove_command();
Command report_command();
Command serve_command();
Command show_command();
Command simulate_command();
Command spam_command();
Command status_command();
Command token_command();
Command verify_command();
Command watch_command();

inline std::vector<Command> all_commands() {
  return {demo_command(),      crawl_command(),    refresh_command(),    serve_command(),
          watch_command(),     channel_command(),  deliveries_command(), person_command(),
          token_command(),     plan_command(),     capture_command(),    captures_command(),
          changes_command(),   status_command(),   report_command(),     history_command(),
          coherence_command(), explain_command(),  import_command(),     list_command(),
          show_command(),      export_command(),   verify_command(),     reindex_command(),
          remove_command(),    compact_command(),  repack_command(),     inspect_command(),
          diff_command(),      near_command(),     spam_command(),       learn_command(),
          simulate_command(),  practice_command(), config_command(),     completion_command(),
          man_command()};
}

}  // namespace freshet
