// Channels from one line that people paste: addresses of apprise ("tgram://token/chat"), or the
// address of a webhook as its service shows it.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/error.h"
#include "notify/channel.h"

namespace freshet {

inline constexpr std::size_t kAppriseUrlBytesMax = 8 << 10;

// The channel has the name of its kind, and is valid. Errors never repeat the line: it is a secret.
// Services that only apprise knows are refused with the command that reaches them.
Result<ChannelConfig> read_apprise_url(std::string_view line);

}  // namespace freshet
