// When a message is sent again, and when a channel rests. Pure: time and seeds are arguments.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/time.h"
#include "notify/answer.h"
#include "notify/channel.h"

namespace freshet {

// The wait before each attempt, from the end of the one before it: the schedule that Standard
// Webhooks proposes, some 75 hours in all.
inline constexpr std::array<Duration, 10> kAttemptWaits = {
    std::chrono::seconds(0),  std::chrono::seconds(5), std::chrono::minutes(5),
    std::chrono::minutes(30), std::chrono::hours(2),   std::chrono::hours(5),
    std::chrono::hours(10),   std::chrono::hours(14),  std::chrono::hours(20),
    std::chrono::hours(24)};

// Waits are longer by up to this part, so that messages that failed together do not return
// together.
inline constexpr double kAttemptJitter = 0.2;

// Returns when a message is tried again after so many attempts; none: it is given up. It is never
// before `retry_after` has passed. The same delivery, attempts and seed give the same time.
std::optional<Time> next_attempt(const std::string& delivery, int attempts, Time now,
                                 std::optional<Duration> retry_after, std::uint64_t seed);

inline constexpr int kRefusalsMax = 5;

// How a channel has fared.
struct ChannelHealth {
  int failures_in_a_row = 0;
  int refused_in_a_row = 0;  // messages that will never be taken, while no other was
  std::optional<Time> failing_since = {};
  std::optional<Time> held_until = {};  // nothing is sent before
  std::optional<Time> paused_at = {};   // nothing is sent until a person resumes it
  std::string trouble = {};             // the last sentence about it

  bool operator==(const ChannelHealth&) const = default;
};

// `gave_up` says that the message had its last attempt. A channel is paused when it will take
// nothing any more, or when a message was given up and no other was taken since the failure before.
// A message that is wrong says nothing about the channel, but kRefusalsMax of them in a row do: the
// mail server does not know the address, or the chat has moved.
// While attempts fail it is held between them, longer each time, so that a hundred waiting messages
// do not all knock.
ChannelHealth health_after(ChannelHealth health, const Outcome& outcome, bool gave_up, Time now);

// How many messages a service takes in which time.
struct ChannelPace {
  int messages = 1;
  Duration within = std::chrono::seconds(1);
};

ChannelPace channel_pace(ChannelKind kind);

// Returns when the next message may be sent, given when the latest were, in order of time.
Time earliest_send(const ChannelPace& pace, std::span<const Time> sent, Time now);

}  // namespace freshet
