#include "notify/retry.h"

#include <algorithm>

#include "base/hash.h"
#include "base/random.h"

namespace freshet {
namespace {

// How long a channel is held after so many failures in a row.
constexpr std::array<Duration, 5> kHolds = {std::chrono::seconds(0), std::chrono::seconds(5),
                                            std::chrono::minutes(1), std::chrono::minutes(5),
                                            std::chrono::minutes(30)};

}  // namespace

std::optional<Time> next_attempt(const std::string& delivery, int attempts, Time now,
                                 std::optional<Duration> retry_after, std::uint64_t seed) {
  if (attempts < 0 || static_cast<std::size_t>(attempts) >= kAttemptWaits.size())
    return std::nullopt;
  Random random(seed ^ hash64(delivery) ^ static_cast<std::uint64_t>(attempts));
  const Duration wait = kAttemptWaits[static_cast<std::size_t>(attempts)];
  const std::chrono::duration<double, Duration::period> longer(
      static_cast<double>(wait.count()) * (1 + kAttemptJitter * random.unit()));
  const Duration asked = std::clamp(retry_after.value_or(Duration{0}), Duration{0}, kRetryAfterMax);
  return now + std::max(std::chrono::round<Duration>(longer), asked);
}

ChannelHealth health_after(ChannelHealth health, const Outcome& outcome, bool gave_up, Time now) {
  if (outcome.verdict == SendVerdict::sent) return {.paused_at = health.paused_at};
  health.trouble = outcome.sentence;
  if (outcome.verdict == SendVerdict::failed && !outcome.stops_channel) {
    if (++health.refused_in_a_row < kRefusalsMax) return health;
    health.refused_in_a_row = 0;  // a person who resumes the channel may have mended it
    if (!health.paused_at) health.paused_at = now;
    return health;
  }
  ++health.failures_in_a_row;
  const bool took_none_since = health.failing_since.has_value();
  if (!health.failing_since) health.failing_since = now;
  const auto step = std::min(static_cast<std::size_t>(health.failures_in_a_row), kHolds.size() - 1);
  const Duration asked =
      std::clamp(outcome.retry_after.value_or(Duration{0}), Duration{0}, kRetryAfterMax);
  health.held_until = now + std::max(kHolds[step], asked);
  const bool is_at_end = outcome.stops_channel || (gave_up && took_none_since);
  if (is_at_end && !health.paused_at) health.paused_at = now;
  return health;
}

ChannelPace channel_pace(ChannelKind kind) {
  using std::chrono::minutes;
  using std::chrono::seconds;
  switch (kind) {
    case ChannelKind::slack:
    case ChannelKind::telegram:
    case ChannelKind::teams:
      return {.messages = 1, .within = seconds(1)};
    case ChannelKind::discord:
    case ChannelKind::email:
      return {.messages = 30, .within = minutes(1)};
    case ChannelKind::hook:
      return {.messages = 60, .within = minutes(1)};
    default:
      return {.messages = 5, .within = seconds(1)};
  }
}

Time earliest_send(const ChannelPace& pace, std::span<const Time> sent, Time now) {
  const auto most = static_cast<std::size_t>(std::max(pace.messages, 1));
  if (sent.size() < most) return now;
  return std::max(now, sent[sent.size() - most] + pace.within);
}

}  // namespace freshet
