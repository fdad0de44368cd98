// Rules: "do not tell me of this again". Pure.
#pragma once

#include <cstddef>
#include <vector>

#include "registry/rules.h"
#include "registry/telling.h"
#include "watch/watch_hunks.h"

namespace freshet {

struct Silenced {
  std::vector<RuleHits> hits = {};
  bool all = false;  // there were places, and none is left
};

// Removes the places that a rule silences: its pattern is in the removed or added words, or its
// block is the line behind which they stand, or one of the lines that came or went. A pattern that
// cannot be read silences nothing.
Silenced silence(const std::vector<Rule>& rules, std::vector<WatchHunk>& hunks);

}  // namespace freshet
