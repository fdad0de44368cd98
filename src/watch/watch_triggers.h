// The conditions under which a watch tells a change.
#pragma once

#include <optional>
#include <string>

#include "watch/watch_spec.h"

namespace freshet {

// Two texts of a watch. The old one is that of WatchState::told.
struct TriggerTexts {
  std::string old_text = {};
  std::string new_text = {};
  std::optional<double> old_number = {};
  std::optional<double> new_number = {};
  std::optional<double> told_number = {};  // when the watch last told a change
  double words_changed = 0;                // a share, 0 to 1
};

// Returns true if the watch has no triggers, or one of them (all, if the watch asks for that)
// holds. A pattern that cannot be read holds never: PartReader::make refuses it.
bool triggers_hold(const WatchSpec& spec, const TriggerTexts& texts);

}  // namespace freshet
