// freshet man: the manual page.
#include "cli/commands/commands.h"
#include "cli/reference.h"

namespace freshet {
namespace {

CommandResult run_man(const Session& session) {
  session.out.write(man_page(all_commands()));
  return {};
}

}  // namespace

Command man_command() {
  return {.name = "man",
          .summary = "Print the manual page freshet(1)",
          .details =
              "All commands, options and settings, in roff. cmake --install puts the page where\n"
              "man looks for it.",
          .operands = {},
          .options = {},
          .sections = {},
          .examples = {{"freshet man | man -l -", "read it without installing it"},
                       {"freshet man > freshet.1", "keep it as a file"}},
          .run = run_man};
}

}  // namespace freshet
