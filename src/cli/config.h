// The settings in effect: a flag wins over the environment, that over the file, that over the
// default; and for each setting the place where its value came from.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "cli/old_names.h"
#include "cli/settings.h"

namespace freshet {

using Environment = std::map<std::string, std::string>;

// The variables of this process.
Environment current_environment();

struct Source {
  enum class Kind { built_in, file, environment, flag };
  Kind kind = Kind::built_in;
  std::string where;  // "freshet.toml:3", "FRESHET_LOG_LEVEL", "--log-level"; of a default nothing
};

// A setting given as a flag; parse_command_line has checked the text.
struct FlagValue {
  const Setting* setting;
  std::string text;
};

// All sources of settings besides the defaults.
struct ConfigInputs {
  std::optional<std::string> file;  // of --config
  std::vector<FlagValue> flags;
  Environment environment;
  std::span<const OldName> old_names = freshet::old_names();
};

struct Config {
  Settings settings;
  std::vector<Source> sources;        // one for each of known_settings(), in their order
  std::string file;                   // the file that was read; empty: none was found
  std::vector<std::string> warnings;  // of old names, and of FRESHET_ variables that are not known
};

// Reads the file (that of --config, else of $FRESHET_CONFIG, else ./freshet.toml, else
// freshet/freshet.toml in $XDG_CONFIG_HOME or ~/.config) and puts all sources in their order.
// A named file must exist. An error names the file and line, or the variable, what was found there
// and what was expected, or the nearest known key.
Result<Config> resolve_config(const ConfigInputs& inputs);

// The part that reads no file: puts `text`, called `name`, between the defaults and the rest.
Result<Config> resolve_config_text(const ConfigInputs& inputs, std::string_view text,
                                   std::string_view name);

}  // namespace freshet
