#include "monitor/watch_settings.h"

#include <algorithm>
#include <utility>

namespace freshet {

WatchSpec with_tags(WatchSpec spec, const std::vector<TagSpec>& tags) {
  for (const TagSpec& tag : tags) {
    spec.removed_parts.insert(spec.removed_parts.end(), tag.removed_parts.begin(),
                              tag.removed_parts.end());
    spec.ignored.insert(spec.ignored.end(), tag.ignored.begin(), tag.ignored.end());
    spec.is_muted = spec.is_muted || tag.is_muted;
  }
  return spec;
}

std::vector<std::string> channel_names(const WatchSpec& spec, const std::vector<TagSpec>& tags,
                                       bool of_trouble) {
  std::vector<std::string> names;
  const auto add = [&](const std::vector<std::string>& usual,
                       const std::vector<std::string>& of_errors) {
    for (const std::string& name : of_trouble && !of_errors.empty() ? of_errors : usual)
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  add(spec.channels, spec.error_channels);
  for (const TagSpec& tag : tags) add(tag.channels, tag.error_channels);
  return names;
}

}  // namespace freshet
