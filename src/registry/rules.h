// Rules: "do not tell me of this again". A rule silences a pattern or one block of a watch's page.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "registry/ids.h"
#include "watch/watch_spec.h"

namespace freshet {

class RegistryDb;

struct Rule {
  RuleId id = 0;
  WatchId watch = 0;
  std::optional<TextPattern> pattern = {};  // either this
  std::optional<std::uint64_t> block = {};  // or the hash of a block
  Time created = {};
  std::int64_t hits = 0;  // changes that it silenced
  std::optional<Time> last_hit = {};

  bool operator==(const Rule&) const = default;
};

class Rules {
 public:
  explicit Rules(RegistryDb& db) : db_(db) {}

  // A rule that is there already is not added again: its id is returned.
  Result<RuleId> add_pattern(WatchId watch, const TextPattern& pattern, Time now);
  Result<RuleId> add_block(WatchId watch, std::uint64_t block, Time now);
  Status remove(RuleId id);
  Result<std::optional<Rule>> find(RuleId id);
  Result<std::vector<Rule>> list(WatchId watch);  // by id
  // Counts changes that the rule silenced; one that was removed is left out.
  Status count_hits(RuleId id, std::int64_t hits, Time now);

 private:
  Result<RuleId> add(const Rule& rule, Time now);

  RegistryDb& db_;
};

}  // namespace freshet
