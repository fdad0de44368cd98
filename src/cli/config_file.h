// Reads a settings file: TOML to a flat list of dotted keys. What the keys mean is not its affair.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "cli/settings.h"

namespace freshet {

inline constexpr std::size_t kConfigBytesMax = std::size_t{1} << 20;

// One key of the file, or a table that holds nothing.
struct ConfigEntry {
  std::string key;  // "log.level"
  std::size_t line;
  std::optional<Value> value;  // none: of a type that no setting has
  std::string found;           // the value as an error message names it: `the number 3`
};

// The entries of the TOML text, in the order of their lines; `name` is what errors call the file.
// Any bytes give a list or an error that names the line.
Result<std::vector<ConfigEntry>> read_config(std::string_view text, std::string_view name);

}  // namespace freshet
