// freshet config: the settings in effect and where each comes from.
#include "cli/commands/commands.h"
#include "cli/config_text.h"
#include "cli/help.h"

namespace freshet {
namespace {

CommandResult run_config(const Session& session) {
  if (session.arguments.has("--json")) {
    session.out.write(to_json(session.config) + "\n");
  } else {
    print_config(session.config, session.out_in_color, session.out);
  }
  return {};
}

}  // namespace

Command config_command() {
  return {.name = "config",
          .summary = "Show the settings in effect and where each comes from",
          .details =
              "A setting is taken from the first of these that has it: its flag, its\n"
              "environment variable, the settings file, the default. The variable of\n"
              "log.level is FRESHET_LOG_LEVEL, and so on for every key. The file is TOML:\n"
              "that of --config, else of $FRESHET_CONFIG, else ./freshet.toml, else\n"
              "$XDG_CONFIG_HOME/freshet/freshet.toml (~/.config/freshet/freshet.toml).",
          .operands = {},
          .options = {{"--json", "", "Print one JSON object instead of a table"}},
          .sections = {settings_section()},
          .examples = {{"freshet config", "which settings are in effect, and why"},
                       {"freshet config --config my.toml", "check a file before using it"},
                       {"freshet config --json", "the same for programs"}},
          .run = run_config};
}

}  // namespace freshet
