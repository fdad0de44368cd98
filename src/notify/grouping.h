// Which of the waiting messages of a channel are sent now, one by one or several as one. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/time.h"
#include "notify/channel.h"
#include "notify/message.h"
#include "notify/retry.h"

namespace freshet {

// More than these are sent as one message, which counts the rest.
inline constexpr std::size_t kGroupListedMax = 100;

// A group of a redesign waits until no page of it came for so long, but not longer than the second.
inline constexpr Duration kRedesignQuiet = std::chrono::seconds(60);
inline constexpr Duration kRedesignWaitMax = std::chrono::minutes(10);

enum class Digest : std::uint8_t { none, hourly, daily, weekly };

struct DeliveryRules {
  Digest digest = Digest::none;
  int digest_hour = 7;  // UTC
  std::chrono::weekday digest_day = std::chrono::Monday;
  int per_minute = 5;
  ChannelPace pace = {};
};

DeliveryRules delivery_rules(const ChannelConfig& config);

// A delivery that has not been taken yet.
struct WaitingDelivery {
  std::string id = {};
  MessageKind kind = MessageKind::page_changed;
  std::string redesign = {};  // messages of one redesign have the same key; empty: of none
  bool is_urgent = false;     // not kept for a digest
  // It is a group already, or was tried: it is sent again as it is, so that a receiver knows it.
  bool is_fixed = false;
  Time created = {};
  Time due = {};  // of its next attempt
};

// Deliveries that are told as one message. A batch of several becomes one delivery with an id of
// its own, which is fixed from then on.
struct SendBatch {
  Together together = Together::single;
  std::vector<std::string> ids = {};  // at least one; those told of first come first
  std::optional<Time> from = {};      // of a digest: when its time began

  bool operator==(const SendBatch&) const = default;
};

struct SendPlan {
  std::vector<SendBatch> now = {};  // in this order
  std::optional<Time> next = {};    // when to plan again, if nothing new comes; none: nothing waits
};

// `waiting` has no delivery that is on its way; plan again after each outcome. `sent` holds the
// times of the channel's messages of the last minute, in order.
SendPlan plan_sends(const DeliveryRules& rules, const ChannelHealth& health,
                    std::vector<WaitingDelivery> waiting, std::span<const Time> sent, Time now);

// Returns the notification of a batch, given the messages of its deliveries in their order. Of more
// than kGroupListedMax the rest is counted. The caller adds links.
Notification notification_of(const SendBatch& batch, std::string delivery,
                             std::vector<ChangeMessage> messages, Time now);

// Returns the first time of a digest after `time`.
Time next_digest(const DeliveryRules& rules, Time time);

}  // namespace freshet
