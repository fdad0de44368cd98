// Setting keys and flags that were renamed or retired. People have them in files and scripts, so
// they stay accepted, with a warning that names the replacement. Each is one row of a table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace freshet {

struct OldName {
  enum class Fate { renamed, retired };

  std::string_view old_name;  // a key, "traps.similar_pages", or a flag, "--old"
  std::string_view new_name;  // of a retired one: what to use instead
  Fate fate = Fate::renamed;  // retired: a value is ignored
  bool takes_value = true;    // of a flag
};

// All of them. Keys and flags are rows of their own.
std::span<const OldName> old_names();

// Returns the row of `name` in `table`; null if there is none.
const OldName* find_old_name(std::string_view name, std::span<const OldName> table);

// "my.toml:3: traps.similar_pages has no effect any more; use traps.grant instead". `where` may be
// empty.
std::string old_name_warning(const OldName& name, std::string_view where);

// Renames or drops old flags among the words of a command line, up to "--". Returns the warnings.
std::vector<std::string> replace_old_flags(std::vector<std::string>& words,
                                           std::span<const OldName> table);

}  // namespace freshet
