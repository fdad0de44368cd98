// Settings and secrets of a channel as text, for the registry: JSON objects of texts.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/error.h"
#include "notify/channel.h"

namespace freshet {

std::string store_channel_fields(const std::map<std::string, std::string>& fields);

// Fails with Errc::corrupt if the kind is unknown or the texts were not stored by us. The fields
// are not checked: they were when they were stored.
Result<ChannelConfig> read_channel(std::string_view kind, std::string_view name,
                                   std::string_view settings, std::string_view secrets);

}  // namespace freshet
