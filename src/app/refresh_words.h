// Estimates of a page and reasons for its checks, in words.
#pragma once

#include <string>
#include <string_view>

#include "refresh/plan_text.h"
#include "schedule/live_policy.h"

namespace freshet {

// "changes about every 3 days (80 % interval: every day to every 8 days); 20 % likely to be stale;
// 4 checks, 2 changes".
std::string outlook_words(const PageOutlook& outlook);

// The same for a planned check; for a missing page, how often it was not found.
std::string check_words(const PlannedPage& check);

// "worth", "explored", "baskets", "gone".
std::string_view reason_word(CheckReason reason);

}  // namespace freshet
