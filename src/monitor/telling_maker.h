// Collects what follows from checks as one change of the registry: the progress of watches, what
// happened, and the deliveries to each channel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/error.h"
#include "monitor/active_watch.h"
#include "notify/grouping.h"
#include "notify/message.h"
#include "registry/registry.h"

namespace freshet {

// Makes a channel as the registry has it into one to send with. Errc::invalid names what is wrong.
Result<ChannelConfig> channel_config(const Channel& channel, const std::string& secrets);

// For one commit. Not thread-safe; the registry outlives it.
class TellingMaker {
 public:
  TellingMaker(Registry& registry, Time now) : registry_(registry), now_(now) {}

  void add_progress(WatchProgress progress) { telling_.progress.push_back(std::move(progress)); }
  void add_hits(std::vector<RuleHits> hits);
  void take_step(FeedStep step) { telling_.step = std::move(step); }

  // Adds a message of a watch to its channels. Unknown channels are logged. A muted watch has the
  // message in its lists and feeds alone.
  Status tell(const ActiveWatch& watch, const ChangeMessage& message);
  // The same to these channels.
  Status tell(const ActiveWatch& watch, const ChangeMessage& message,
              const std::vector<ChannelId>& channels);

  // Sends a happening that was told already once more.
  Status repeat(const ActiveWatch& watch, HappeningId happening, bool of_trouble);

  // Returns the channels of the watch for such messages.
  Result<std::vector<ChannelId>> channels_of(const ActiveWatch& watch, bool of_trouble);

  // A place to return to if what is added fails in the middle.
  struct Mark {
    std::size_t progress = 0, happenings = 0, deliveries = 0, hits = 0;
  };
  Mark mark() const {
    return {telling_.progress.size(), telling_.happenings.size(), telling_.deliveries.size(),
            telling_.hits.size()};
  }
  void return_to(const Mark& mark);

  std::size_t size() const { return telling_.progress.size() + telling_.happenings.size(); }
  bool is_empty() const {
    return size() == 0 && telling_.deliveries.empty() && telling_.hits.empty() && !telling_.step;
  }
  const Telling& telling() const { return telling_; }

 private:
  Result<std::optional<DeliveryRules>> rules_of(ChannelId channel);

  Registry& registry_;
  Time now_;
  Telling telling_;
  std::map<ChannelId, std::optional<DeliveryRules>> rules_;
};

}  // namespace freshet
