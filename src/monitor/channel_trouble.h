// Tells the owner of a channel, by another one, that it takes nothing any more.
#pragma once

#include <string>

#include "base/error.h"
#include "registry/registry.h"

namespace freshet {

// Adds a message about the paused channel to another channel of its owner that works: one of the
// watch whose message `delivery` carries, or else any, mail first. Without such a channel the
// message is in the lists alone.
Status tell_of_paused(Registry& registry, ChannelId channel, const std::string& delivery,
                      const std::string& reason, Time now);

}  // namespace freshet
