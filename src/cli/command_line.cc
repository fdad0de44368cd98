#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <deque>
#include <map>
#include <utility>

#include "base/escape.h"
#include "base/nearest.h"

namespace freshet {
namespace {

// One flag or operand as CLI11 knows it, and where it puts the value.
struct Slot {
  CLI::Option* option = nullptr;
  std::vector<std::string> values;  // all that were given
};

// The log level that --quiet sets.
constexpr std::string_view kLogLevelKey = "log.level";
constexpr std::string_view kQuietLogLevel = "error";

// CLI11 takes an operand that repeats apart where it is written "[a,b]", and the brackets of
// "[::1]" away. No word of a command line can hold a NUL, so one at the end of such words keeps
// them whole.
constexpr char kGuard = '\0';

std::string without_guard(std::string word) {
  if (word.ends_with(kGuard)) word.pop_back();
  return word;
}

// The command line as declared to CLI11. CLI11 keeps pointers to the slots: a deque never moves
// them, and the whole is not copied.
class Grammar {
 public:
  explicit Grammar(const std::vector<Command>& commands) : commands_(commands) {
    loosen(app_);
    app_.require_subcommand(0, 1);
    help_ = app_.add_flag("-h,--help")->disable_flag_override();
    version_ = app_.add_flag("--version")->disable_flag_override();
    config_ = add_value(app_, "--config", "FILE");
    quiet_ = app_.add_flag("-q,--quiet")->disable_flag_override();
    add_setting_flags(app_, "");
    for (const Command& command : commands) add_command(command);
  }
  Grammar(const Grammar&) = delete;
  Grammar& operator=(const Grammar&) = delete;

  // Throws CLI::ParseError.
  void parse(std::vector<std::string> words) {
    drop_empty_lists(words);
    for (std::string& word : words)
      if (word.starts_with('[')) word += kGuard;
    std::reverse(words.begin(), words.end());  // CLI11 wants them so
    app_.parse(std::move(words));
  }

  bool wants_help() const { return help_->count() > 0; }
  bool wants_version() const { return version_->count() > 0; }

  std::vector<std::string> unexpected_words() const {
    std::vector<std::string> words = app_.remaining(true);
    std::erase(words, "--");
    for (std::string& word : words) word = without_guard(std::move(word));
    return words;
  }

  const Command* command() const {
    for (const Command& command : commands_)
      if (app_.got_subcommand(std::string(command.name))) return &command;
    return nullptr;
  }

  std::optional<std::string> config_file() const { return given(*config_); }

  std::vector<FlagValue> flags() const {
    std::vector<FlagValue> flags;
    for (const auto& [setting, slot] : settings_) {
      if (setting->kind == Setting::Kind::list) {
        for (const std::string& value : slot->values)
          flags.push_back({setting, without_guard(value)});
      } else if (auto text = given(*slot)) {
        flags.push_back({setting, std::move(*text)});
      } else if (quiet_->count() > 0 && setting->key == kLogLevelKey) {
        flags.push_back({setting, std::string(kQuietLogLevel)});
      }
    }
    return flags;
  }

  Arguments arguments(const Command& command) const {
    std::map<std::string, Arguments::Given, std::less<>> all;
    for (const auto& [name, slot] : arguments_.at(&command)) {
      Arguments::Given& here = all[std::string(name)];
      here.last = given(*slot);
      for (const std::string& value : slot->values) here.all.push_back(without_guard(value));
    }
    return Arguments(std::move(all));
  }

  // All flags that may be written after `command`, for suggestions.
  std::vector<std::string> known_flags(const Command* command) const {
    std::vector<std::string> names = {"--help", "--version", "--config", "--quiet"};
    for (const auto& [setting, slot] : settings_) {
      if (setting->commands.empty() || (command && setting->has_flag_of(command->name)))
        names.emplace_back(setting->flag);
    }
    if (command)
      for (const Option& option : command->options) names.emplace_back(option.name);
    return names;
  }

 private:
  // "FILE...": the flag takes all words up to the next flag.
  static bool is_list(const Option& option) { return option.value_name.ends_with("..."); }

  // A list may be empty, and CLI11 would take the next flag for its first value: a flag that no
  // value follows is as good as none.
  void drop_empty_lists(std::vector<std::string>& words) const {
    const auto names_list = [this](std::string_view word) {
      for (const Command& command : commands_)
        for (const Option& option : command.options)
          if (is_list(option) && option.name == word) return true;
      return false;
    };
    for (std::size_t i = 0; i < words.size() && words[i] != "--";) {
      const bool is_followed =
          i + 1 < words.size() && (words[i + 1] == "-" || !words[i + 1].starts_with('-'));
      if (!is_followed && names_list(words[i]))
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
      else
        ++i;
    }
  }

  // Words that fit nowhere are kept, so that we can say what was probably meant.
  static void loosen(CLI::App& app) {
    app.set_help_flag();
    app.allow_extras();
    app.fallthrough();
  }

  static std::optional<std::string> given(const Slot& slot) {
    if (slot.option->count() == 0) return std::nullopt;
    return slot.values.empty() ? "" : without_guard(slot.values.back());
  }

  Slot* add_value(CLI::App& app, std::string_view name, std::string_view value_name) {
    Slot& slot = slots_.emplace_back();
    slot.option = app.add_option(std::string(name), slot.values);
    // Each flag takes one value, if nothing else is said.
    slot.option->type_name(std::string(value_name))->allow_extra_args(false);
    return &slot;
  }

  Slot* add_operand(CLI::App& app, const Operand& operand) {
    Slot* slot = add_value(app, operand.name, operand.name);
    if (operand.repeats)
      slot->option->allow_extra_args();
    else
      slot->option->expected(1);
    return slot;
  }

  Slot* add_switch(CLI::App& app, std::string_view name) {
    Slot& slot = slots_.emplace_back();
    slot.option = app.add_flag(std::string(name))->disable_flag_override();
    return &slot;
  }

  void add_setting_flags(CLI::App& app, std::string_view command) {
    for (const Setting& setting : known_settings()) {
      if (setting.has_flag_of(command))
        settings_.emplace_back(&setting, add_value(app, setting.flag, setting.value_name()));
    }
  }

  void add_command(const Command& command) {
    CLI::App& app = *app_.add_subcommand(std::string(command.name));
    loosen(app);
    auto& arguments = arguments_[&command];
    for (const Option& option : command.options) {
      const std::string names = option.letter.empty()
                                    ? std::string(option.name)
                                    : fmt::format("{},{}", option.letter, option.name);
      Slot* slot = option.value_name.empty() ? add_switch(app, names)
                                             : add_value(app, names, option.value_name);
      if (is_list(option)) slot->option->allow_extra_args();
      arguments[option.name] = slot;
    }
    for (const Operand& operand : command.operands)
      arguments[operand.name] = add_operand(app, operand);
    add_setting_flags(app, command.name);
  }

  const std::vector<Command>& commands_;
  CLI::App app_;
  CLI::Option* help_;
  CLI::Option* version_;
  CLI::Option* quiet_;
  Slot* config_;
  std::deque<Slot> slots_;
  std::vector<std::pair<const Setting*, const Slot*>> settings_;
  std::map<const Command*, std::map<std::string_view, const Slot*>> arguments_;
};

std::unexpected<Failure> unexpected_word(const Grammar& grammar, const std::string& word,
                                         const std::vector<Command>& commands) {
  const Command* command = grammar.command();
  if (word.starts_with('-') && word.size() > 1) {
    const std::string flag = word.substr(0, word.find('='));
    return wrong_usage(fmt::format("unknown option {}{}", visible(flag),
                                   did_you_mean(flag, grammar.known_flags(command))));
  }
  if (command)
    return wrong_usage(fmt::format("{} does not take \"{}\"", command->name, visible(word)));
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const Command& known : commands) names.emplace_back(known.name);
  return wrong_usage(fmt::format("unknown command {}{}", visible(word), did_you_mean(word, names)));
}

// Fails if a setting does not accept the value of its flag.
CommandResult check_flags(const std::vector<FlagValue>& flags) {
  Settings scratch;
  for (const FlagValue& flag : flags) {
    const std::optional<Value> value = flag.setting->from_text(flag.text);
    if (!value || !flag.setting->write(scratch, *value)) {
      return wrong_usage(fmt::format("{} must be {}, not \"{}\"", flag.setting->flag,
                                     flag.setting->expected, visible(flag.text)));
    }
  }
  return {};
}

// CLI11 says `--url: 1 required URL missing` or `json was given a disallowed flag override`.
std::string mismatch(std::string_view message) {
  if (const std::size_t end = message.find(" was given"); end != std::string_view::npos)
    return fmt::format("--{} takes no value", visible(message.substr(0, end)));
  return fmt::format("{} needs a value", visible(message.substr(0, message.find(':'))));
}

std::expected<CommandLine, Failure> checked(const Grammar& grammar,
                                            const std::vector<Command>& commands) {
  CommandLine line;
  line.command = grammar.command();
  line.config_file = grammar.config_file();
  line.flags = grammar.flags();
  if (grammar.wants_help()) {
    line.wish = CommandLine::Wish::help;
  } else if (grammar.wants_version()) {
    line.wish = CommandLine::Wish::version;
  }
  if (line.wish != CommandLine::Wish::run) return line;
  if (const auto words = grammar.unexpected_words(); !words.empty()) {
    if (words.front() != "help") return unexpected_word(grammar, words.front(), commands);
    line.wish = CommandLine::Wish::help;
    return line;
  }
  if (const CommandResult result = check_flags(line.flags); !result)
    return std::unexpected(result.error());
  if (!line.command) return wrong_usage("no command given");
  line.arguments = grammar.arguments(*line.command);
  for (const Operand& operand : line.command->operands) {
    if (operand.required && !line.arguments.has(operand.name))
      return wrong_usage(fmt::format("{} needs {}", line.command->name, operand.name));
  }
  return line;
}

}  // namespace

std::expected<CommandLine, Failure> parse_command_line(std::vector<std::string> words,
                                                       const std::vector<Command>& commands) {
  std::vector<std::string> warnings = replace_old_flags(words, old_names());
  // CLI11 would take the next word for the missing value.
  for (const std::string& word : words) {
    if (word == "--") break;
    if (word.starts_with("--") && word.find('=') == word.size() - 1)
      return wrong_usage(fmt::format("{} has no value", visible(word)));
  }
  try {
    Grammar grammar(commands);
    grammar.parse(std::move(words));
    auto line = checked(grammar, commands);
    if (line) line->warnings = std::move(warnings);
    return line;
  } catch (const CLI::ArgumentMismatch& error) {
    return wrong_usage(mismatch(error.what()));
  } catch (const CLI::ParseError& error) {
    return wrong_usage(visible(error.what()));
  }
}

}  // namespace freshet
