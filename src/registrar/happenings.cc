#include "registrar/happenings.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "notify/stored_notification.h"
#include "registrar/json_parts.h"
#include "registrar/watches.h"
#include "watch/watch_json.h"

namespace freshet {
namespace {

Result<Happening> happening_in_reach(Registry& registry, const Member& who, HappeningId id) {
  auto found = registry.happenings().find(id);
  if (!found) return std::unexpected(found.error());
  if (!*found || !who.reaches((*found)->owner))
    return std::unexpected(Error{Errc::not_found, fmt::format("there is no happening {}", id)});
  return **std::move(found);
}

std::unexpected<Error> no_rule(RuleId id) {
  return std::unexpected(Error{Errc::not_found, fmt::format("there is no rule {}", id)});
}

}  // namespace

std::optional<ChangeMessage> message_of(const Happening& happening) {
  auto stored = read_notification(happening.message);
  if (!stored || stored->messages.empty()) return std::nullopt;
  return std::move(stored->messages.front());
}

std::string to_json(const Happening& happening) {
  const ChangeMessage message = message_of(happening).value_or(ChangeMessage{});
  JsonWriter json;
  json.begin_object().key("id").value(happening.id).key("watch").value(happening.watch);
  json.key("page").value(happening.page).key("time").value(iso_time(happening.time));
  json.key("kind").value(happening.kind).key("title").value(message.page.title);
  json.key("why").value(message.why).key("hunks").begin_array();
  for (const MessageHunk& hunk : message.hunks) {
    json.begin_object().key("before").value(hunk.before).key("removed").value(hunk.removed);
    json.key("added").value(hunk.added).key("after").value(hunk.after).end_object();
  }
  json.end_array().key("unread").value(happening.is_unread);
  put_time(json, "acknowledged", happening.acknowledged);
  return json.end_object().take();
}

Result<Listed<Happening>> list_happenings(Registry& registry, const Member& who,
                                          const HappeningQuery& query) {
  const auto before = cursor_number(query.part);
  if (!before) return std::unexpected(before.error());
  HappeningFilter filter = query.filter;
  filter.owner = who.listed_owner();
  auto rows = registry.happenings().list(filter, *before, query.part.limit + 1);
  if (!rows) return std::unexpected(rows.error());
  return cut_list(*std::move(rows), query.part, [](const Happening& row) { return row.id; });
}

Result<std::int64_t> count_unread(Registry& registry, const Member& who) {
  return registry.happenings().count_unread(who.person);
}

Status mark_read(Registry& registry, const Member& who, std::span<const HappeningId> ids) {
  std::vector<HappeningId> reached;
  for (const HappeningId id : ids) {
    const auto found = registry.happenings().find(id);
    if (!found) return std::unexpected(found.error());
    if (*found && who.reaches((*found)->owner)) reached.push_back(id);
  }
  return registry.happenings().mark_read(reached);
}

Status mark_read_until(Registry& registry, const Member& who, std::optional<WatchId> watch,
                       HappeningId last) {
  return registry.happenings().mark_read_until(who.person, watch, last);
}

Result<Happening> acknowledge(Registry& registry, const Member& who, HappeningId id) {
  const auto found = happening_in_reach(registry, who, id);
  if (!found) return found;
  const Status done = registry.happenings().acknowledge(id, who.now);
  return done ? happening_in_reach(registry, who, id) : std::unexpected(done.error());
}

std::string to_json(const Rule& rule) {
  JsonWriter json;
  json.begin_object().key("id").value(rule.id).key("watch").value(rule.watch).key("text");
  rule.pattern ? json.value(rule.pattern->text) : json.null();
  json.key("regex").value(rule.pattern && rule.pattern->is_regex);
  json.key("created").value(iso_time(rule.created)).key("hits").value(rule.hits);
  put_time(json, "last_hit", rule.last_hit);
  return json.end_object().take();
}

Result<Listed<Rule>> list_rules(Registry& registry, const Member& who, WatchId watch) {
  const auto shown = show_watch(registry, who, watch);
  if (!shown) return std::unexpected(shown.error());
  auto rules = registry.rules().list(watch);
  if (!rules) return std::unexpected(rules.error());
  return Listed<Rule>{.items = *std::move(rules)};
}

Reply<Rule> add_rule(Registry& registry, const Member& who, WatchId watch,
                     const TextPattern& pattern) {
  const auto shown = show_watch(registry, who, watch);
  if (!shown) return refuse(shown.error());
  if (auto problem = check_text_pattern(pattern))
    return refuse(FieldProblem{"text", *std::move(problem)});
  const auto id = registry.rules().add_pattern(watch, pattern, who.now);
  if (!id) return refuse(id.error());
  const auto rule = registry.rules().find(*id);
  if (!rule) return refuse(rule.error());
  return rule->value_or(Rule{.id = *id, .watch = watch, .pattern = pattern});
}

Status remove_rule(Registry& registry, const Member& who, RuleId id) {
  const auto rule = registry.rules().find(id);
  if (!rule) return std::unexpected(rule.error());
  if (!*rule) return no_rule(id);
  if (!show_watch(registry, who, (*rule)->watch)) return no_rule(id);
  return registry.rules().remove(id);
}

}  // namespace freshet
