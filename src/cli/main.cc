// freshet: reads the command line, puts the settings together, runs the command.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "base/heap.h"
#include "base/log.h"
#include "cli/command_line.h"
#include "cli/commands/commands.h"
#include "cli/help.h"
#include "cli/output.h"

namespace freshet {
namespace {

void say(const std::string& words) { std::fputs(words.c_str(), stderr); }

// Reports a failed run on stderr, as JSON if log lines are JSON, so that programs can read all of
// stderr.
ExitCode give_up(const Failure& failure, const LogOptions& options, const Command* command) {
  if (options.format == LogFormat::json && options.level != LogLevel::off) {
    log(LogLevel::error, failure.sentence);
    return failure.code;
  }
  say(fmt::format("freshet: {}\n", failure.sentence));
  if (failure.code == ExitCode::wrong_usage)
    say(fmt::format("Try: freshet {}--help\n", command ? fmt::format("{} ", command->name) : ""));
  return failure.code;
}

// The command that is probably meant by a command line that could not be read.
const Command* command_in(const std::vector<std::string>& words,
                          const std::vector<Command>& commands) {
  for (const std::string& word : words) {
    for (const Command& command : commands)
      if (word == command.name) return &command;
  }
  return nullptr;
}

ExitCode print(const std::string& text) {
  Output out;
  out.write(text);
  const Status written = out.finish();
  if (written) return ExitCode::done;
  if (out.is_pipe_broken()) end_by_broken_pipe();
  return give_up({ExitCode::could_not, written.error().message}, {}, nullptr);
}

ExitCode run_command(const CommandLine& line, const Environment& environment) {
  const Result<Config> config = resolve_config({line.config_file, line.flags, environment});
  if (!config) return give_up({ExitCode::could_not, config.error().message}, {}, line.command);
  const Settings& settings = config->settings;
  start_log(settings.log, may_use_color(settings.color, STDERR_FILENO, environment));
  for (const std::string& warning : line.warnings) log(LogLevel::warning, warning);
  for (const std::string& warning : config->warnings) log(LogLevel::warning, warning);
  if (config->file.empty()) {
    log(LogLevel::debug, "no settings file found");
  } else {
    log(LogLevel::debug, "settings file read", {{"file", config->file}});
  }

  Output out;
  const CommandResult result = line.command->run(
      {.arguments = line.arguments,
       .config = *config,
       .out = out,
       .out_in_color = may_use_color(settings.color, STDOUT_FILENO, environment),
       .err_rewrites = may_rewrite_lines(settings.log, STDERR_FILENO, environment),
       .reload = [&] { return resolve_config({line.config_file, line.flags, environment}); }});
  const Status written = out.finish();
  // A command that stops because its output does not arrive says so, as we would.
  const bool is_only_output =
      result || (!written && result.error().sentence == written.error().message);
  if (is_only_output && out.is_pipe_broken()) end_by_broken_pipe();
  if (!result) return give_up(result.error(), settings.log, line.command);
  if (written) return ExitCode::done;
  return give_up({ExitCode::could_not, written.error().message}, settings.log, line.command);
}

ExitCode run(const std::vector<std::string>& words) {
  keep_standard_streams();
  const std::vector<Command> commands = all_commands();
  if (words.empty()) {
    say(program_help(commands));
    return ExitCode::wrong_usage;
  }
  const auto line = parse_command_line(words, commands);
  if (!line) return give_up(line.error(), {}, command_in(words, commands));
  switch (line->wish) {
    case CommandLine::Wish::version:
      return print(fmt::format("{}\n", version_line()));
    case CommandLine::Wish::help:
      return print(line->command ? command_help(*line->command) : program_help(commands));
    case CommandLine::Wish::run:
      break;
  }
  return run_command(*line, current_environment());
}

}  // namespace
}  // namespace freshet

int main(int argc, char** argv) {
  freshet::limit_heap();
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  return static_cast<int>(freshet::run(words));
}
