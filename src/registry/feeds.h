// Addresses of feeds (Atom, JSON Feed). Whoever knows an address can read its feed, so it cannot be
// guessed, and can be revoked. It is shown to its owner again, so it is stored as it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "registry/ids.h"
#include "registry/people.h"

namespace freshet {

struct Feed {
  std::string id = {};
  PersonId owner = 0;
  std::optional<WatchId> watch = {};  // of this watch,
  std::string tag = {};               // or of this tag; neither: of all watches of the owner
  std::string address = {};           // the last part of its path: "frf_..."
  Time created = {};
  std::optional<Time> last_used = {};

  bool operator==(const Feed&) const = default;
};

class Feeds {
 public:
  explicit Feeds(RegistryDb& db) : db_(db) {}

  // Reads owner, watch and tag. Returns the feed with its address.
  Result<Feed> add(const Feed& feed, const Actor& by);
  Status revoke(const std::string& id, const Actor& by);
  Result<std::vector<Feed>> list(PersonId owner);  // by time of creation
  // Returns the feed of this address, unless its owner is disabled, and notes its use if that can
  // be written.
  Result<std::optional<Feed>> find(std::string_view address, Time now);

 private:
  RegistryDb& db_;
};

}  // namespace freshet
