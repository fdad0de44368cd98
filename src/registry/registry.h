// The registry: what people registered (accounts, watches, channels, rules, feeds) and what waits
// to be told (happenings, deliveries). One file of SQLite, "registry.sqlite" beside the catalog,
// which only its owner may read. Nothing of it goes into records, logs or exports of the archive.
//
// A call that changes something returns when the disk has it. One thread uses a Registry; others,
// also of other processes, have one of their own. Design: docs/design/registry.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "registry/channels.h"
#include "registry/deliveries.h"
#include "registry/feeds.h"
#include "registry/happenings.h"
#include "registry/passes.h"
#include "registry/people.h"
#include "registry/rules.h"
#include "registry/tags.h"
#include "registry/telling.h"
#include "registry/watches.h"

namespace freshet {

inline constexpr std::string_view kRegistryFile = "registry.sqlite";
std::string registry_file(const std::string& archive_directory);

struct SchemaSteps;

struct RegistryOptions {
  bool writes = true;        // made if it is not there; upgraded if it is older
  int busy_ms_max = 10'000;  // how long to wait for another program that writes
  std::size_t cache_bytes = std::size_t{16} << 20;
  PasswordCost password_cost = {};
  std::string vfs = {};                 // SQLite's name of the file layer; empty: default
  const SchemaSteps* schema = nullptr;  // null: ours. Tests bring steps of their own
};

class Registry {
 public:
  // Errors are those of open_sqlite_file (sqlite/sqlite_file.h).
  static Result<std::unique_ptr<Registry>> open(Disk& disk, const std::string& path,
                                                const RegistryOptions& options);
  ~Registry();

  People& people() { return people_; }
  Passes& passes() { return passes_; }
  Watches& watches() { return watches_; }
  Tags& tags() { return tags_; }
  Channels& channels() { return channels_; }
  Happenings& happenings() { return happenings_; }
  Deliveries& deliveries() { return deliveries_; }
  Rules& rules() { return rules_; }
  Feeds& feeds() { return feeds_; }

  // Commits what was found and what is to be told of it: all or nothing. See telling.h.
  Result<Told> tell(const Telling& telling, Time now);

  // Returns the place in the change feed of the archive up to which everything has been told; none
  // at first.
  Result<std::optional<FeedPosition>> feed_position();

  // Commits all changes that `change` makes through this object, or none if it fails.
  Status atomically(const std::function<Status()>& change);

  // Returns a number that is another one after another connection has changed the registry.
  Result<std::int64_t> version_of_others();

  // Returns a secret of 32 bytes for one purpose, always the same: to sign links in messages.
  Result<std::string> key_for(std::string_view purpose);

  // Copies the registry as it is now to `path`, with mode 0600. The copy is whole or not there.
  Status back_up(const std::string& path);

  // Returns Errc::corrupt if the file is damaged. Reads all of it.
  Status check();

 private:
  Registry(Disk& disk, std::unique_ptr<RegistryDb> db, PasswordCost cost);

  Disk& disk_;
  std::unique_ptr<RegistryDb> db_;
  People people_;
  Passes passes_;
  Watches watches_;
  Tags tags_;
  Channels channels_;
  Happenings happenings_;
  Deliveries deliveries_;
  Rules rules_;
  Feeds feeds_;
};

}  // namespace freshet
