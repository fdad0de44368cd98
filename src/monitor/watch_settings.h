// The settings of a watch together with those of its tags. Pure.
#pragma once

#include <string>
#include <vector>

#include "watch/tag_spec.h"
#include "watch/watch_spec.h"

namespace freshet {

// Returns the watch with the removed parts and ignored lines of its tags beside its own; muted if
// one of them is.
WatchSpec with_tags(WatchSpec spec, const std::vector<TagSpec>& tags);

// Returns the names of the channels that are told, each once: those of the watch, then those of
// its tags. `of_trouble`: error channels, where the watch or the tag has some.
std::vector<std::string> channel_names(const WatchSpec& spec, const std::vector<TagSpec>& tags,
                                       bool of_trouble);

}  // namespace freshet
