// Routes of watches and tags.
#include <fmt/format.h>

#include <array>

#include "registrar/tags.h"
#include "registrar/watches.h"
#include "serve/api_parts.h"
#include "serve/registry_parts.h"
#include "serve/watch_schema.h"
#include "watch/watch_json.h"

namespace freshet {
namespace {

using enum ApiParameter::Kind;
using enum ApiParameter::Place;

constexpr std::int64_t kNumbersMax = 10'000;

constexpr std::array<WatchCondition, 4> kConditions = {
    WatchCondition::waiting, WatchCondition::working, WatchCondition::failing,
    WatchCondition::lost};

std::optional<WatchCondition> condition_named(std::string_view name) {
  for (const WatchCondition condition : kConditions)
    if (word(condition) == name) return condition;
  return std::nullopt;
}

Result<ApiAnswer> list_watches_of(ApiWorld& world, const ApiArguments& arguments) {
  WatchQuery query{.owner = arguments.text("owner"),
                   .filter = {.condition = condition_named(arguments.text("condition")),
                              .tag = arguments.text("tag"),
                              .text = arguments.text("text")},
                   .part = part_of(arguments)};
  if (arguments.has("paused")) query.filter.is_paused = arguments.toggle("paused");
  return json_answer(list_watches(world.registry(), world.member(), query));
}

Result<ApiAnswer> add_watch_of(ApiWorld& world, const ApiArguments& arguments) {
  const auto spec = read_watch(arguments.body());
  if (!spec) return problem_answer(Refusal::of(spec.error()));
  const auto added = add_watch(world.registry(), world.member(), *spec);
  if (!added) return problem_answer(added.error());
  return created(to_json(*added), fmt::format("/api/v1/watches/{}", added->row.id));
}

Result<ApiAnswer> show_watch_of(ApiWorld& world, const ApiArguments& arguments) {
  return json_answer(show_watch(world.registry(), world.member(), arguments.integer("id")));
}

Result<ApiAnswer> edit_watch_of(ApiWorld& world, const ApiArguments& arguments) {
  return json_answer(
      edit_watch(world.registry(), world.member(), arguments.integer("id"), arguments.body()));
}

Result<ApiAnswer> remove_watch_of(ApiWorld& world, const ApiArguments& arguments) {
  return done_answer(remove_watch(world.registry(), world.member(), arguments.integer("id")));
}

Result<ApiAnswer> list_numbers_of(ApiWorld& world, const ApiArguments& arguments) {
  return json_answer(list_numbers(world.registry(), world.member(), arguments.integer("id"),
                                  static_cast<std::size_t>(arguments.integer("limit"))));
}

Result<ApiAnswer> list_tags_of(ApiWorld& world, const ApiArguments&) {
  return json_answer(list_tags(world.registry(), world.member()));
}

Result<ApiAnswer> put_tag_of(ApiWorld& world, const ApiArguments& arguments) {
  return json_answer(
      put_tag(world.registry(), world.member(), arguments.text("name"), arguments.body()));
}

Result<ApiAnswer> remove_tag_of(ApiWorld& world, const ApiArguments& arguments) {
  return done_answer(remove_tag(world.registry(), world.member(), arguments.text("name")));
}

const ApiParameter kWatchId = number_in_path("the number of the watch");
const ApiParameter kTagName = {
    .name = "name", .meaning = "the name of the tag", .place = path, .is_required = true};

const ApiRoute kWatchRoutes[] = {
    {.method = "GET",
     .path = "/api/v1/watches",
     .name = "listWatches",
     .summary = "List the watches, the oldest first",
     .store = ApiStore::registry,
     .parameters = {{.name = "text", .meaning = "text in URL, name, note or tags"},
                    {.name = "tag", .meaning = "watches with this tag"},
                    {.name = "condition",
                     .meaning = "how the last checks went",
                     .choices = {"waiting", "working", "failing", "lost"}},
                    {.name = "paused",
                     .meaning = "only paused ones, or none of them",
                     .kind = toggle},
                    kOwner,
                    limit_of(kRegistryLimit, "100"),
                    cursor_of_list()},
     .answer = "{items: [#Watch], next: text?}",
     .run = list_watches_of},
    {.method = "POST",
     .path = "/api/v1/watches",
     .name = "addWatch",
     .summary = "Add a watch",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .body = "#NewWatch",
     .answer = "#Watch",
     .statuses = {201},
     .run = add_watch_of},
    {.method = "GET",
     .path = "/api/v1/watches/{id}",
     .name = "showWatch",
     .summary = "Return a watch",
     .store = ApiStore::registry,
     .parameters = {kWatchId},
     .answer = "#Watch",
     .run = show_watch_of},
    {.method = "PATCH",
     .path = "/api/v1/watches/{id}",
     .name = "editWatch",
     .summary = "Change the members of a watch that are given (JSON Merge Patch)",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .parameters = {kWatchId},
     .body = "#WatchPatch",
     .answer = "#Watch",
     .run = edit_watch_of},
    {.method = "DELETE",
     .path = "/api/v1/watches/{id}",
     .name = "removeWatch",
     .summary = "Remove a watch with its happenings, rules and feeds",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .parameters = {kWatchId},
     .answer = "#Done",
     .run = remove_watch_of},
    {.method = "GET",
     .path = "/api/v1/watches/{id}/numbers",
     .name = "listNumbers",
     .summary = "Return the newest numbers that a watch kept, from the oldest of them on",
     .store = ApiStore::registry,
     .parameters = {kWatchId, limit_of(kNumbersMax, "1000")},
     .answer = "{items: [{time: time, value: number}], next: text?}",
     .run = list_numbers_of},
    {.method = "GET",
     .path = "/api/v1/tags",
     .name = "listTags",
     .summary = "List the tags with their settings, by name",
     .store = ApiStore::registry,
     .answer = "{items: [#Tag], next: text?}",
     .run = list_tags_of},
    {.method = "PUT",
     .path = "/api/v1/tags/{name}",
     .name = "putTag",
     .summary = "Set the settings that the watches of a tag share",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .parameters = {kTagName},
     .body = "#NewTag",
     .answer = "#Tag",
     .run = put_tag_of},
    {.method = "DELETE",
     .path = "/api/v1/tags/{name}",
     .name = "removeTag",
     .summary = "Remove the settings of a tag; watches keep its name",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .parameters = {kTagName},
     .answer = "#Done",
     .run = remove_tag_of},
};

}  // namespace

ApiPart watch_part() {
  static const std::array kWatchSchemas = {
      ApiSchema{"Watch",
                "{id: integer, owner: text, condition: 'waiting'|'working'|'failing'|'lost', "
                "created: time, edited: time, checked: time?, told: time?, problem: text, watch: "
                "#WatchSettings}"},
      ApiSchema{"WatchSettings", watch_schema()},
      ApiSchema{"NewWatch", new_watch_schema()},
      ApiSchema{"WatchPatch", watch_patch_schema()},
      ApiSchema{"Tag", "{name: text, watches: integer, settings: #TagSettings}"},
      ApiSchema{"TagSettings", tag_schema()},
      ApiSchema{"NewTag", new_tag_schema()},
      ApiSchema{"Done", "{done: toggle}"},
  };
  return {.name = "watches", .routes = kWatchRoutes, .schemas = kWatchSchemas};
}

}  // namespace freshet
