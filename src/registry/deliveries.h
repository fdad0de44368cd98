// Deliveries: messages that wait for their channel. They are made by Registry::tell, and stay until
// they are sent, given up or dropped, whatever happens to the process.
//
// A delivery is `sending` from take_due() to mark_sent() or mark_failed(). A process that dies
// between leaves it so; the next one calls requeue_sending(), and the receiver gets the same id
// twice, by which it knows the repeat.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "registry/ids.h"

namespace freshet {

class RegistryDb;

enum class DeliveryState : std::uint8_t {
  waiting = 1,
  sending = 2,
  sent = 3,
  failed = 4,  // given up
};

struct Delivery {
  std::string id = {};      // "msg_...": the same for each attempt, sorts by time
  std::int64_t number = 0;  // its place in lists
  ChannelId channel = 0;
  std::vector<HappeningId> happenings = {};
  DeliveryState state = DeliveryState::waiting;
  Time created = {};
  std::int64_t attempts = 0;
  Time next_attempt = {};
  std::optional<Time> ended = {};  // when it was sent or given up
  std::string last_error = {};

  bool operator==(const Delivery&) const = default;
};

struct DeliveryFilter {
  std::optional<PersonId> owner = {};  // of the channel
  std::optional<ChannelId> channel = {};
  std::optional<DeliveryState> state = {};
};

struct DeliveryCounts {
  std::int64_t waiting = 0;
  std::int64_t sending = 0;
  std::int64_t sent = 0;
  std::int64_t failed = 0;

  bool operator==(const DeliveryCounts&) const = default;
};

class Deliveries {
 public:
  explicit Deliveries(RegistryDb& db) : db_(db) {}

  // Takes deliveries that are due, of the channels in turn, the one due first of each first; marks
  // them as sending and counts the attempt. Channels that are paused are left out. At most
  // `of_channel_max` of a channel are being sent at a time, so that one that hangs delays no other.
  Result<std::vector<Delivery>> take_due(Time now, std::size_t count, std::size_t of_channel_max);

  // The same in two steps, for senders that make one message of several. due() changes nothing;
  // of_channel_max counts those that are being sent.
  Result<std::vector<Delivery>> due(Time now, std::size_t count, std::size_t of_channel_max);
  // Begins an attempt to send one delivery, or several of one channel as one: the first takes over
  // what the others carry, which are deleted. Returns the one that is being sent.
  // Errc::not_found, and nothing is changed, unless all of them wait.
  Result<Delivery> begin(const std::vector<std::string>& ids);
  // Sets the time of the next attempt of a delivery that waits.
  Status postpone(const std::string& id, Time next);

  // Returns when the next delivery is due, if one waits for a channel that works. One that
  // take_due(now) would take because its time is too far ahead is due now.
  Result<std::optional<Time>> next_due(Time now);

  // These end an attempt. Errc::not_found unless the delivery is being sent.
  Status mark_sent(const std::string& id, Time now);
  // Without `next` it is given up.
  Status mark_failed(const std::string& id, const std::string& error, std::optional<Time> next,
                     Time now);
  // Puts back an attempt that was not made: it does not count.
  Status put_back(const std::string& id, Time next);

  // Lets all wait that a former process was sending; returns how many. Call it once, at the start
  // of the one process that sends.
  Result<std::int64_t> requeue_sending();

  // Lets a delivery that waits or was given up be due now.
  Status retry(const std::string& id, Time now);
  // Gives up a delivery that waits.
  Status drop(const std::string& id, Time now);

  Result<std::optional<Delivery>> find(const std::string& id);
  // Returns the newest first, with smaller numbers than `before` if that is given.
  Result<std::vector<Delivery>> list(const DeliveryFilter& filter,
                                     std::optional<std::int64_t> before, std::size_t count);
  Result<DeliveryCounts> count(const DeliveryFilter& filter);

  // Deletes deliveries that ended before; at most kForgottenAtOnce. Returns how many.
  Result<std::int64_t> forget_ended(Time before);
  static constexpr std::int64_t kForgottenAtOnce = 1000;

 private:
  Result<std::vector<std::string>> due_ids(Time now, std::size_t count, std::size_t of_channel_max);
  Result<std::vector<Delivery>> find_all(const std::vector<std::string>& ids);
  Status fill_happenings(std::vector<Delivery>& deliveries);

  RegistryDb& db_;
};

std::string_view word(DeliveryState state);

}  // namespace freshet
