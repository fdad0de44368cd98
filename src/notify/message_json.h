// A notification as JSON, for webhooks and commands: {"type", "timestamp", "data"}.
#pragma once

#include <cstddef>
#include <string>

#include "notify/message.h"

namespace freshet {

// Leaves hunks and then messages out, with "truncated", until it has at most `bytes_max` bytes.
std::string message_json(const Notification& notification, std::size_t bytes_max);

}  // namespace freshet
