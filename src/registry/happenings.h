// Happenings: what the watches found. People read them in lists and feeds; deliveries carry them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "registry/ids.h"

namespace freshet {

class RegistryDb;

struct Happening {
  HappeningId id = 0;  // rises with each
  WatchId watch = 0;
  PersonId owner = 0;
  std::string page = {};
  Time time = {};
  std::string kind = {};     // "changed", "failing"
  std::string message = {};  // opaque JSON
  bool is_unread = true;
  std::optional<Time> acknowledged = {};

  bool operator==(const Happening&) const = default;
};

struct HappeningFilter {
  std::optional<PersonId> owner = {};
  std::optional<WatchId> watch = {};
  std::string kind = {};  // empty: any
  std::string tag = {};   // of the watch; empty: any
  bool only_unread = false;
};

// How much is kept. 0: all.
struct HappeningLimits {
  std::size_t of_watch_max = 1000;  // the newest of each watch
  Duration age_max = {};
  std::uint64_t message_bytes_max = 0;  // of all messages; the oldest go first
};

class Happenings {
 public:
  explicit Happenings(RegistryDb& db) : db_(db) {}

  Result<std::optional<Happening>> find(HappeningId id);
  // Returns the newest first, with smaller ids than `before` if that is given.
  Result<std::vector<Happening>> list(const HappeningFilter& filter,
                                      std::optional<HappeningId> before, std::size_t count);
  // Returns those with larger ids than `after`, by id: for those who follow.
  Result<std::vector<Happening>> list_after(const HappeningFilter& filter, HappeningId after,
                                            std::size_t count);
  Result<std::int64_t> count_unread(PersonId owner);

  Status mark_read(std::span<const HappeningId> ids);
  // Marks all of a person up to this id, of one watch if that is given.
  Status mark_read_until(PersonId owner, std::optional<WatchId> watch, HappeningId last);
  // Says that somebody knows: it is not repeated. It is read, too.
  Status acknowledge(HappeningId id, Time now);

  // Deletes what is beyond the limits, but nothing that a delivery has yet to carry. Works in
  // pieces; returns how many were deleted, at most kRetainedAtOnce: call again while it returns so
  // many.
  Result<std::size_t> retain(const HappeningLimits& limits, Time now);
  static constexpr std::size_t kRetainedAtOnce = 1000;

 private:
  RegistryDb& db_;
};

}  // namespace freshet
