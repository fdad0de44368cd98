// The change history of one page, for people and for programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "catalog/history_rows.h"

namespace freshet {

struct PageHistory {
  std::string url;
  Time first_seen{};
  std::uint64_t versions = 0;  // contents that are kept
  std::optional<PageBelief> belief = {};
  std::vector<PageCheck> checks = {};  // by time
  Time now{};
};

// Returns the estimates, a calendar, and the last `listed_max` checks.
std::string history_text(const PageHistory& history, std::size_t listed_max, bool in_color);

// One object; all checks.
std::string to_json(const PageHistory& history);

// "same", "changed", ...; "watched", "gone", "faded".
std::string_view state_text(PageState state);

// The name of a ChangeClass that was stored as a number; "unknown" for one that is none.
std::string_view stored_class_text(std::uint8_t change);

// Returns the most telling counts of the stages: "12 words in 2 blocks, 1 new link, 94.0 % alike".
// Empty if there are none. Total: `stages` may be any text.
std::string stage_words(std::string_view stages);

}  // namespace freshet
