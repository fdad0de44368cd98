// Sentences of one message, for notice.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "notify/message.h"

namespace freshet {

// Returns the name of the watch or page for people: "Water", "Town: Water".
std::string message_name(const ChangeMessage& message);

// Returns "Water changed", "Water cannot be read" and so on.
std::string message_title(const ChangeMessage& message);

// Returns one line: "two thirds → one half", or the reason.
std::string message_summary(const ChangeMessage& message);

// Returns sentences: between which times, how sure, why.
std::vector<std::string> message_remarks(const ChangeMessage& message);

// Returns how sure we are in percent, rounded down: 99.6 % is not certain.
int certainty_percent(double certainty);

// Returns the host of an address; the address if it has none.
std::string site_of_page(std::string_view url);

}  // namespace freshet
