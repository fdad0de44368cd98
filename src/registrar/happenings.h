// Use cases of happenings: list, mark as read, acknowledge, and rules against them.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "base/error.h"
#include "notify/message.h"
#include "registrar/listed.h"
#include "registrar/member.h"
#include "registrar/refusal.h"
#include "registry/registry.h"

namespace freshet {

// Returns the stored message of a happening; none if another program wrote it.
std::optional<ChangeMessage> message_of(const Happening& happening);

// {"id", "watch", "page", "time", "kind", "title", "why", "hunks", "unread", "acknowledged"}.
std::string to_json(const Happening& happening);

struct HappeningQuery {
  HappeningFilter filter = {};  // its owner is not read
  ListPart part = {};
};

// The newest first.
Result<Listed<Happening>> list_happenings(Registry& registry, const Member& who,
                                          const HappeningQuery& query);
// Those of the member itself, an administrator too.
Result<std::int64_t> count_unread(Registry& registry, const Member& who);

// Marks these as read; ids that are out of reach are left out.
Status mark_read(Registry& registry, const Member& who, std::span<const HappeningId> ids);
// Marks all of the member up to this one, of one watch if that is given.
Status mark_read_until(Registry& registry, const Member& who, std::optional<WatchId> watch,
                       HappeningId last);
// Says that somebody knows: it is not repeated.
Result<Happening> acknowledge(Registry& registry, const Member& who, HappeningId id);

std::string to_json(const Rule& rule);
Result<Listed<Rule>> list_rules(Registry& registry, const Member& who, WatchId watch);
// Adds a rule that silences text of a watch.
Reply<Rule> add_rule(Registry& registry, const Member& who, WatchId watch,
                     const TextPattern& pattern);
Status remove_rule(Registry& registry, const Member& who, RuleId id);

}  // namespace freshet
