// Decides which of the waiting deliveries are sent now, and notes what became of them. It sends
// nothing itself: the caller sends what take() returns, and brings the answer back.
//
//   registry: what is due ──> held ──plan_sends──> begin ──> Outgoing ──> sender
//        ^                                                                  │
//        └── mark_sent, mark_failed, pause ── on_answer ── judge_answer <───┘
//
// All that is held waits in the registry. Only what is on its way is marked as being sent: after a
// crash it is sent again, with the same id.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "monitor/message_links.h"
#include "notify/answer.h"
#include "notify/compose.h"
#include "notify/grouping.h"
#include "notify/retry.h"
#include "registry/registry.h"

namespace freshet {

// A message on its way.
struct Outgoing {
  std::string delivery = {};
  ChannelId channel = 0;
  std::int64_t attempts = 0;  // with this one
  Composed composed = {};
};

// Not thread-safe: the thread of the registry uses it.
class Dispatcher {
 public:
  static constexpr std::size_t kHeldMax = 1000;  // deliveries, of all channels
  // Deliveries that have to wait longer than this are postponed in the registry.
  static constexpr Duration kHoldMax = std::chrono::seconds(5);
  // A channel whose attempts fail for reasons of this machine is tried again after this time.
  static constexpr Duration kOwnFailureWait = std::chrono::seconds(30);

  // The registry outlives it. `seed` spreads the times of later attempts.
  Dispatcher(Registry& registry, MessageLinker links, std::uint64_t seed)
      : registry_(registry), links_(std::move(links)), seed_(seed) {}

  // Lets wait again what a former process was sending. Once, before take().
  Status begin();

  // Returns at most `count` messages to send now, one of each channel at a time.
  Result<std::vector<Outgoing>> take(Time now, std::size_t count);

  // Notes the result of an attempt. A channel that takes nothing any more is paused, and its owner
  // is told by another one.
  Status on_answer(const Outgoing& sent, const SendAnswer& answer, Time now);

  std::size_t under_way() const { return under_way_.size(); }

 private:
  struct Held {
    Delivery delivery;
    std::vector<ChangeMessage> messages = {};
    bool is_urgent = false;
  };
  struct Line {  // of one channel
    std::vector<Held> held = {};
    ChannelHealth health = {};
    std::deque<Time> sent = {};  // in the last minute
  };

  Status hold_due(Time now);
  Result<Held> read_delivery(Delivery delivery);
  Result<std::optional<Outgoing>> next_of(ChannelId channel, Line& line, Time now);
  Status postpone(Line& line, Time next);
  Status drop_broken(ChannelId channel, Line& line, const std::string& problem, Time now);
  Result<Outgoing> send_batch(const ChannelConfig& config, Line& line, const SendBatch& batch,
                              Time now);
  Status note(const Outgoing& sent, const Outcome& outcome, Line& line, Time now);
  Status pause(ChannelId channel, const std::string& delivery, const std::string& reason, Time now);

  Registry& registry_;
  const MessageLinker links_;
  const std::uint64_t seed_;
  std::map<ChannelId, Line> lines_;
  std::set<ChannelId> under_way_;
};

}  // namespace freshet
