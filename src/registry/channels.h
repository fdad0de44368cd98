// Channels: where people are told, and if that works.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "registry/ids.h"

namespace freshet {

class RegistryDb;

struct Channel {
  ChannelId id = 0;
  PersonId owner = 0;
  std::string name = {};        // unique among those of its owner
  std::string kind = {};        // "email", "webhook"
  std::string settings = "{}";  // opaque JSON, without secrets
  bool is_paused = false;       // its deliveries wait
  std::string reason = {};      // why it is paused
  std::int64_t failures = 0;    // attempts since the last that succeeded
  Time created = {};

  bool operator==(const Channel&) const = default;
};

// Secrets are opaque JSON in a column of their own. Only secrets() returns them.
class Channels {
 public:
  explicit Channels(RegistryDb& db) : db_(db) {}

  // Reads owner, name, kind and settings.
  Result<ChannelId> add(const Channel& channel, const std::string& secrets, Time now);
  // Writes name, kind and settings; the secrets only if they are given.
  Status change(const Channel& channel, const std::optional<std::string>& secrets);
  // Removes the channel with its deliveries.
  Status remove(ChannelId id);

  Status pause(ChannelId id, const std::string& reason);
  // Sets the failures to 0, too.
  Status resume(ChannelId id);

  Result<std::optional<Channel>> find(ChannelId id);
  Result<std::optional<Channel>> find_by_name(PersonId owner, const std::string& name);
  Result<std::vector<Channel>> list(PersonId owner);  // by name
  Result<std::vector<Channel>> list_all();            // by id
  Result<std::optional<std::string>> secrets(ChannelId id);

 private:
  RegistryDb& db_;
};

}  // namespace freshet
