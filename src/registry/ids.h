// The names of rows. A number is never used again.
#pragma once

#include <cstdint>

namespace freshet {

using PersonId = std::int64_t;
using WatchId = std::int64_t;
using ChannelId = std::int64_t;
using HappeningId = std::int64_t;
using RuleId = std::int64_t;

// The person to whom everything belongs while there are no accounts. Nobody can log in as it, and
// no list shows it. The first administrator takes over what it has.
inline constexpr PersonId kLocalPerson = 0;

}  // namespace freshet
