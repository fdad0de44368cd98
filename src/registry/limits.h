// The limits of what the registry keeps. Longer values are refused with Errc::limit.
#pragma once

#include <chrono>
#include <cstddef>

#include "base/time.h"

namespace freshet {

inline constexpr std::size_t kNameBytesMax = 200;  // of people, tags, channels, tokens
inline constexpr std::size_t kTagsMax = 50;        // of a watch
inline constexpr std::size_t kSpecBytesMax = std::size_t{4} << 20;
inline constexpr std::size_t kStateBytesMax = std::size_t{4} << 20;
inline constexpr std::size_t kMessageBytesMax = std::size_t{1} << 20;
inline constexpr std::size_t kSettingsBytesMax = std::size_t{64} << 10;  // of a channel or tag
inline constexpr std::size_t kSecretsBytesMax = std::size_t{1} << 20;
inline constexpr std::size_t kErrorBytesKept = 1000;   // of the last error of a delivery; cut
inline constexpr std::size_t kDetailBytesKept = 300;   // of a line of the audit; cut
inline constexpr std::size_t kPatternBytesMax = 4096;  // of a rule
inline constexpr std::size_t kSearchBytesKept =
    16'384;                                    // of a watch, found by the text of a filter
inline constexpr std::size_t kRowsMax = 1000;  // of one answer
inline constexpr std::size_t kHappeningsInDelivery = 1000;
inline constexpr std::size_t kNumbersOfWatchMax = 10'000;  // the newest are kept
inline constexpr std::size_t kRulesOfWatchMax = 1000;
inline constexpr std::size_t kAuditLinesMax = 100'000;  // the newest are kept

// No attempt is planned further ahead: one that seems to be was planned by a clock that was ahead.
inline constexpr Duration kAttemptWaitMax = std::chrono::days(32);

}  // namespace freshet
