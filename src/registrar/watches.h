// Use cases of watches: add, list, show, edit, remove.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "registrar/listed.h"
#include "registrar/member.h"
#include "registrar/refusal.h"
#include "registry/registry.h"

namespace freshet {

struct WatchView {
  WatchRow row;
  std::string owner = {};  // a name; empty: there are no accounts
};

// {"id", "owner", "condition", "created", "edited", "checked", "told", "problem", "watch": {...}}.
std::string to_json(const WatchView& watch);

struct WatchQuery {
  std::string owner = {};   // a name; empty: everybody that the member reaches
  WatchFilter filter = {};  // its owner is not read
  ListPart part = {};
};

Result<Listed<WatchView>> list_watches(Registry& registry, const Member& who,
                                       const WatchQuery& query);

// These fail with Errc::not_found if the watch belongs to somebody out of reach.
Result<WatchView> show_watch(Registry& registry, const Member& who, WatchId id);
Status remove_watch(Registry& registry, const Member& who, WatchId id);
Result<Listed<NumberAt>> list_numbers(Registry& registry, const Member& who, WatchId id,
                                      std::size_t limit);
std::string to_json(const NumberAt& number);

// Adds a watch that was checked (watch_json.h). Channels that it names must be there.
Reply<WatchView> add_watch(Registry& registry, const Member& who, const WatchSpec& spec);

// Changes the members that `patch` has, a JSON Merge Patch. Secrets that it does not give stay
// while the origin does.
Reply<WatchView> edit_watch(Registry& registry, const Member& who, WatchId id,
                            std::string_view patch);

// Returns the problem of a channel that is named and is not there.
Result<std::optional<FieldProblem>> find_missing_channel(Registry& registry, PersonId owner,
                                                         const WatchSpec& spec);

}  // namespace freshet
