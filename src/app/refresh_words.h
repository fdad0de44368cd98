// What is believed of a page, in words.
#pragma once

#include <string>
#include <string_view>

#include "catalog/history_rows.h"
#include "schedule/live_policy.h"

namespace freshet {

// "every 3 days", "twice a day", "every 5 months or more rarely".
std::string rate_words(double changes_per_day);

// "changes about every 3 days (between 1 and 9 days); 80 % sure to be as it was; 4 checks, 2
// changes".
std::string outlook_words(const PageOutlook& outlook);

std::string_view reason_word(CheckReason reason);
std::string_view name_of(PageState state);

}  // namespace freshet
