// One step of the watching: what was found, what follows from it, and what is to be sent, as one
// change of the registry. After a crash all of it is there or nothing, so no message is lost and
// none is made twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "registry/ids.h"
#include "registry/watches.h"

namespace freshet {

// A place in the change feed of the archive: the number of an event in one incarnation of the
// catalog.
struct FeedPosition {
  std::string incarnation = {};
  std::int64_t number = 0;

  bool operator==(const FeedPosition&) const = default;
};

// Events after `from` up to `to` are told by this change. It fails with Errc::invalid if the
// registry stands elsewhere than at `from`: then they were told already.
struct FeedStep {
  std::optional<FeedPosition> from = {};
  FeedPosition to = {};
};

struct NewHappening {
  WatchId watch = 0;
  std::string page = {};
  Time time = {};
  std::string kind = {};
  std::string message = {};
};

struct NewDelivery {
  ChannelId channel = 0;
  std::vector<std::size_t> happenings = {};  // places in Telling::happenings
  std::vector<HappeningId> known = {};       // earlier ones, to repeat
  Time first_attempt = {};
  // Adds to a delivery of the channel that nobody has tried to send yet, if one waits for a later
  // time than now: a digest.
  bool joins_waiting = false;
};

struct RuleHits {
  RuleId rule = 0;
  std::int64_t hits = 1;
};

struct Telling {
  std::vector<WatchProgress> progress = {};
  std::vector<NewHappening> happenings = {};
  std::vector<NewDelivery> deliveries = {};
  std::vector<RuleHits> hits = {};
  std::optional<FeedStep> step = {};
};

// The result of a step. Happenings of watches that are gone, and deliveries to channels that are
// gone or about nothing, are left out.
struct Told {
  std::vector<HappeningId> happenings = {};  // one for each; 0: left out
  std::vector<std::string> deliveries = {};  // the ids, of joined ones too
};

}  // namespace freshet
