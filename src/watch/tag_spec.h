// A tag as a value: settings and channels that its watches share.
#pragma once

#include <string>
#include <vector>

#include "watch/watch_spec.h"

namespace freshet {

// A watch with several tags has the settings and channels of all of them.
struct TagSpec {
  std::string name = {};
  std::string note = {};
  std::vector<std::string> channels = {};
  std::vector<std::string> error_channels = {};  // empty: the same
  std::vector<WatchPart> removed_parts = {};     // beside those of the watch
  std::vector<TextPattern> ignored = {};         // beside those of the watch
  bool is_muted = false;

  bool operator==(const TagSpec&) const = default;
};

}  // namespace freshet
