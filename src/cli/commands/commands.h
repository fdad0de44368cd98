// The subcommands of freshet, in the order in which help lists them.
#pragma once

#include <vector>

#include "cli/command.h"

namespace freshet {

Command compact_command();
Command config_command();
Command crawl_command();
Command explain_command();
Command export_command();
Command import_command();
Command inspect_command();
Command list_command();
Command practice_command();
Command reindex_command();
Command remove_command();
Command show_command();
Command simulate_command();
Command status_command();
Command verify_command();

inline std::vector<Command> all_commands() {
  return {crawl_command(),    status_command(),   explain_command(), import_command(),
          list_command(),     show_command(),     export_command(),  verify_command(),
          reindex_command(),  remove_command(),   compact_command(), inspect_command(),
          simulate_command(), practice_command(), config_command()};
}

}  // namespace freshet
