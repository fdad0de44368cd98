// A subcommand: a description, from which its flags and its help follow, and a function. Each has a
// file in commands/ and a line in commands/commands.h. Design: docs/design/cli.md.
#pragma once

#include <expected>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "cli/config.h"
#include "cli/output.h"

namespace freshet {

enum class ExitCode { done = 0, could_not = 1, wrong_usage = 2 };

// Why a command failed, as one sentence without full stop.
struct Failure {
  ExitCode code;
  std::string sentence;
};

using CommandResult = std::expected<void, Failure>;

inline std::unexpected<Failure> could_not(std::string sentence) {
  return std::unexpected(Failure{ExitCode::could_not, std::move(sentence)});
}
inline std::unexpected<Failure> wrong_usage(std::string sentence) {
  return std::unexpected(Failure{ExitCode::wrong_usage, std::move(sentence)});
}

// A flag of one command, such as --json or --url URL.
struct Option {
  std::string_view name;        // "--url"
  std::string_view value_name;  // "URL"; empty: the flag takes no value
  std::string_view meaning;
  bool repeats = false;          // may be given several times, and each counts
  std::string_view letter = {};  // "-o"; empty: none
  // The values that shells offer; empty: any value.
  std::vector<std::string_view> choices = {};
};

// A word that is not a flag, such as FILE.
struct Operand {
  std::string_view name;
  std::string_view meaning;
  bool required = true;
  bool repeats = false;  // takes all words that are left
  std::vector<std::string_view> choices = {};
};

// A name and what it means, as help shows them in two columns.
struct HelpRow {
  std::string name;
  std::string meaning;
};

struct HelpSection {
  std::string_view title;
  std::vector<HelpRow> rows;
};

struct Example {
  std::string_view line;
  std::string_view meaning;
};

// The values of the options and operands that the command declares.
class Arguments {
 public:
  struct Given {
    std::optional<std::string> last;  // of a flag without value an empty text
    std::vector<std::string> all;     // of what takes values
  };

  Arguments() = default;
  explicit Arguments(std::map<std::string, Given, std::less<>> given) : given_(std::move(given)) {}

  bool has(std::string_view name) const { return value(name).has_value(); }

  // The value (the last one if it was given again); of a flag without value an empty text.
  const std::optional<std::string>& value(std::string_view name) const { return find(name).last; }

  // All values of what repeats, in their order.
  const std::vector<std::string>& values(std::string_view name) const { return find(name).all; }

 private:
  const Given& find(std::string_view name) const {
    const auto found = given_.find(name);
    require(found != given_.end(), "a command asks only for what it declares");
    return found->second;
  }

  std::map<std::string, Given, std::less<>> given_;
};

// The context of a running command. All references outlive the run.
struct Session {
  const Arguments& arguments;
  const Config& config;
  Output& out;        // data for stdout; messages go to log()
  bool out_in_color;  // `out` may contain escape sequences for color
  bool err_rewrites;  // stderr is a terminal whose last line may be rewritten
  // Reloads the settings from their sources.
  std::function<Result<Config>()> reload = {};
};

struct Command {
  std::string_view name;
  std::string_view summary;  // one line for the list of commands
  std::string_view details;  // a paragraph or more for its own help
  // The usage line after the name; none: [OPTIONS] and the operands.
  std::optional<std::string_view> usage = std::nullopt;
  std::vector<Operand> operands;
  std::vector<Option> options;
  std::vector<HelpSection> sections;  // what else its help should list
  std::vector<Example> examples;
  CommandResult (*run)(const Session& session);
};

}  // namespace freshet
