#include "registrar/watches.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/escape.h"
#include "base/json.h"
#include "base/nearest.h"
#include "registrar/json_parts.h"
#include "registrar/owners.h"
#include "watch/watch_json.h"

namespace freshet {
namespace {

Result<WatchRow> row_in_reach(Registry& registry, const Member& who, WatchId id) {
  auto row = registry.watches().find(id);
  if (!row) return std::unexpected(row.error());
  if (!*row || !who.reaches((*row)->owner))
    return std::unexpected(Error{Errc::not_found, fmt::format("there is no watch {}", id)});
  return **std::move(row);
}

Result<std::set<std::string>> channel_names(Registry& registry, PersonId owner) {
  const auto channels = registry.channels().list(owner);
  if (!channels) return std::unexpected(channels.error());
  std::set<std::string> names;
  for (const Channel& channel : *channels) names.insert(channel.name);
  return names;
}

Reply<WatchView> shown_again(Registry& registry, const Member& who, WatchId id) {
  auto view = show_watch(registry, who, id);
  if (!view) return refuse(view.error());
  return *std::move(view);
}

}  // namespace

std::string to_json(const WatchView& watch) {
  const WatchRow& row = watch.row;
  JsonWriter json;
  json.begin_object().key("id").value(row.id).key("owner").value(watch.owner);
  json.key("condition").value(word(row.condition)).key("created").value(iso_time(row.created));
  json.key("edited").value(iso_time(row.edited));
  put_time(json, "checked", row.checked);
  put_time(json, "told", row.told);
  json.key("problem").value(row.problem);
  return with_member(json, "watch", to_json(row.spec));
}

Result<Listed<WatchView>> list_watches(Registry& registry, const Member& who,
                                       const WatchQuery& query) {
  const auto after = cursor_number(query.part);
  if (!after) return std::unexpected(after.error());
  WatchFilter filter = query.filter;
  const auto owner = listed_owner(registry, who, query.owner);
  if (!owner) return std::unexpected(owner.error());
  filter.owner = *owner;
  const auto names = OwnerNames::read(registry);
  if (!names) return std::unexpected(names.error());
  auto rows = registry.watches().list(filter, after->value_or(0), query.part.limit + 1);
  if (!rows) return std::unexpected(rows.error());
  std::vector<WatchView> views;
  for (WatchRow& row : *rows) {
    const std::string& name = names->name(row.owner);
    views.push_back({.row = std::move(row), .owner = name});
  }
  return cut_list(std::move(views), query.part, [](const WatchView& view) { return view.row.id; });
}

Result<WatchView> show_watch(Registry& registry, const Member& who, WatchId id) {
  auto row = row_in_reach(registry, who, id);
  if (!row) return std::unexpected(row.error());
  const auto names = OwnerNames::read(registry);
  if (!names) return std::unexpected(names.error());
  const std::string& name = names->name(row->owner);
  return WatchView{.row = *std::move(row), .owner = name};
}

Status remove_watch(Registry& registry, const Member& who, WatchId id) {
  const auto row = row_in_reach(registry, who, id);
  return row ? registry.watches().remove(id) : std::unexpected(row.error());
}

Result<Listed<NumberAt>> list_numbers(Registry& registry, const Member& who, WatchId id,
                                      std::size_t limit) {
  const auto row = row_in_reach(registry, who, id);
  if (!row) return std::unexpected(row.error());
  auto numbers = registry.watches().numbers(id, std::nullopt, limit);
  if (!numbers) return std::unexpected(numbers.error());
  return Listed<NumberAt>{.items = *std::move(numbers)};
}

std::string to_json(const NumberAt& number) {
  JsonWriter json;
  json.begin_object().key("time").value(iso_time(number.time));
  return json.key("value").value(number.value).end_object().take();
}

Reply<WatchView> add_watch(Registry& registry, const Member& who, const WatchSpec& spec) {
  auto missing = find_missing_channel(registry, who.person, spec);
  if (!missing) return refuse(missing.error());
  if (*missing) return refuse(**std::move(missing));
  const auto id = registry.watches().add(who.person, spec, who.now);
  if (!id) return refuse(id.error());
  return shown_again(registry, who, *id);
}

Reply<WatchView> edit_watch(Registry& registry, const Member& who, WatchId id,
                            std::string_view patch) {
  const auto row = row_in_reach(registry, who, id);
  if (!row) return refuse(row.error());
  auto merged = merge_watch(row->spec, patch);
  if (!merged) return refuse(merged.error());
  auto missing = find_missing_channel(registry, row->owner, *merged);
  if (!missing) return refuse(missing.error());
  if (*missing) return refuse(**std::move(missing));
  const Status changed = registry.watches().change(id, *merged, who.now);
  if (!changed) return refuse(changed.error());
  return shown_again(registry, who, id);
}

Result<std::optional<FieldProblem>> find_missing_channel(Registry& registry, PersonId owner,
                                                         const WatchSpec& spec) {
  if (spec.channels.empty() && spec.error_channels.empty()) return std::nullopt;
  const auto names = channel_names(registry, owner);
  if (!names) return std::unexpected(names.error());
  for (const auto& [member, list] :
       {std::pair("channels", &spec.channels), std::pair("error_channels", &spec.error_channels)})
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string& name = (*list)[i];
      if (names->contains(name)) continue;
      const std::vector<std::string> known(names->begin(), names->end());
      return FieldProblem{
          fmt::format("{}[{}]", member, i),
          fmt::format("there is no channel \"{}\"{}", visible(name), did_you_mean(name, known))};
    }
  return std::nullopt;
}

}  // namespace freshet
