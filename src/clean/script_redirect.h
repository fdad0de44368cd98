// Targets of redirects in scripts, without running them.
//
// Pages that only lead elsewhere have scripts of a few forms: an assignment to `location` (of
// window, document, self, top, parent) or its `href`, a call of `location.replace` or
// `location.assign`, or document.write of a frame. Their arguments are string literals, joined by
// `+`, perhaps put into a variable first or packed by atob(). Those are evaluated; any other
// expression counts as empty. Conditions and functions are ignored: all forms count wherever they
// stand in the script.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace freshet {

inline constexpr std::size_t kRedirectScriptBytesMax = std::size_t{64}
                                                       << 10;  // the rest is ignored
inline constexpr std::size_t kScriptVariablesMax = 256;
inline constexpr std::size_t kScriptTextBytesMax = std::size_t{16} << 10;  // of one value

struct ScriptTargets {
  std::vector<std::string> locations;  // values given to location, in order; not empty
  std::string written;                 // the markup given to document.write, joined
};

// Returns what the script does if all its statements run. `hostname` is the value of
// location.hostname. Total, in linear time.
ScriptTargets find_script_targets(std::string_view script, std::string_view hostname);

}  // namespace freshet
