// Events of an archive for people.
#pragma once

#include <string>

#include "app/change_entry.h"

namespace freshet {

// "2026-11-16 00:34:46  changed  minor      https://example.com/".
std::string event_line(const PageEvent& event);

// The line, and below it some of the text that was removed and added, shortened. Ends with a line
// feed.
std::string entry_text(const ChangeEntry& entry);

}  // namespace freshet
