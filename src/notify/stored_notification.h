// A notification as text, for the queue of deliveries. It has no secrets: what is sent is composed
// again for each attempt, and composing gives the same for the same notification.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "notify/message.h"

namespace freshet {

// Returns JSON.
std::string store_notification(const Notification& notification);

// Fails with Errc::corrupt for any other text. Members that are missing have their defaults, so
// that notifications of older versions can be read.
Result<Notification> read_notification(std::string_view text);

}  // namespace freshet
