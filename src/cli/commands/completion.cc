// freshet completion: completion scripts for shells.
#include "cli/completion.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "cli/commands/commands.h"

namespace freshet {
namespace {

CommandResult run_completion(const Session& session) {
  const std::string& shell = *session.arguments.value("SHELL");
  const std::vector<Command> commands = all_commands();
  if (shell == "bash") {
    session.out.write(bash_completion(commands));
  } else if (shell == "zsh") {
    session.out.write(zsh_completion(commands));
  } else if (shell == "fish") {
    session.out.write(fish_completion(commands));
  } else {
    return wrong_usage(fmt::format("SHELL must be bash, zsh or fish, not \"{}\"", visible(shell)));
  }
  return {};
}

}  // namespace

Command completion_command() {
  return {
      .name = "completion",
      .summary = "Print a completion script for a shell",
      .details =
          "The script completes commands, options, the values of options that take one\n"
          "of a few words, files and directories. cmake --install puts the scripts where\n"
          "the shells look for them.",
      .operands = {{"SHELL", "bash, zsh or fish", true, false, {"bash", "zsh", "fish"}}},
      .options = {},
      .sections = {},
      .examples = {{"freshet completion bash > ~/.local/share/bash-completion/completions/freshet",
                    "for every new bash; source <(freshet completion bash) for this one"},
                   {"freshet completion zsh > ~/.zfunc/_freshet",
                    "where ~/.zfunc is in $fpath, before compinit"},
                   {"freshet completion fish > ~/.config/fish/completions/freshet.fish",
                    "for every new fish"}},
      .run = run_completion};
}

}  // namespace freshet
