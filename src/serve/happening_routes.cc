// Routes of happenings, rules and feeds.
#include <charconv>

#include "registrar/feeds.h"
#include "registrar/happenings.h"
#include "serve/api_parts.h"
#include "serve/registry_parts.h"

namespace freshet {
namespace {

using enum ApiParameter::Kind;
using enum ApiParameter::Place;

constexpr std::size_t kIdsMax = 1000;  // of one request

Result<ApiAnswer> list_happenings_of(ApiWorld& world, const ApiArguments& arguments) {
  HappeningQuery query{.filter = {.kind = arguments.text("kind"),
                                  .tag = arguments.text("tag"),
                                  .only_unread = arguments.toggle("unread")},
                       .part = part_of(arguments)};
  if (arguments.has("watch")) query.filter.watch = arguments.integer("watch");
  return json_answer(list_happenings(world.registry(), world.member(), query));
}

Result<ApiAnswer> count_unread_of(ApiWorld& world, const ApiArguments&) {
  const auto count = count_unread(world.registry(), world.member());
  if (!count) return std::unexpected(count.error());
  return answer(R"({"unread":)" + std::to_string(*count) + "}");
}

Result<ApiAnswer> mark_read_of(ApiWorld& world, const ApiArguments& arguments) {
  if (arguments.has("until")) {
    std::optional<WatchId> watch;
    if (arguments.has("watch")) watch = arguments.integer("watch");
    return done_answer(
        mark_read_until(world.registry(), world.member(), watch, arguments.integer("until")));
  }
  std::vector<HappeningId> ids;
  for (const std::string& text : arguments.all("ids")) {
    HappeningId id = 0;
    std::from_chars(text.data(), text.data() + text.size(), id);
    ids.push_back(id);
  }
  if (ids.empty()) return refused("give ids, or until");
  if (ids.size() > kIdsMax) return refused("ids: more than 1000");
  return done_answer(mark_read(world.registry(), world.member(), ids));
}

Result<ApiAnswer> acknowledge_of(ApiWorld& world, const ApiArguments& arguments) {
  return json_answer(acknowledge(world.registry(), world.member(), arguments.integer("id")));
}

Result<ApiAnswer> list_rules_of(ApiWorld& world, const ApiArguments& arguments) {
  return json_answer(list_rules(world.registry(), world.member(), arguments.integer("id")));
}

Result<ApiAnswer> add_rule_of(ApiWorld& world, const ApiArguments& arguments) {
  const auto rule =
      add_rule(world.registry(), world.member(), arguments.integer("id"),
               {.text = arguments.text("text"), .is_regex = arguments.toggle("regex")});
  if (!rule) return problem_answer(rule.error());
  return created(to_json(*rule), "/api/v1/rules/" + std::to_string(rule->id));
}

Result<ApiAnswer> remove_rule_of(ApiWorld& world, const ApiArguments& arguments) {
  return done_answer(remove_rule(world.registry(), world.member(), arguments.integer("id")));
}

Result<ApiAnswer> list_feeds_of(ApiWorld& world, const ApiArguments&) {
  return json_answer(list_feeds(world.registry(), world.member()));
}

Result<ApiAnswer> make_feed_of(ApiWorld& world, const ApiArguments& arguments) {
  FeedWish wish{.tag = arguments.text("tag")};
  if (arguments.has("watch")) wish.watch = arguments.integer("watch");
  const auto feed = make_feed(world.registry(), world.member(), wish);
  if (!feed) return std::unexpected(feed.error());
  return created(to_json(*feed), "/api/v1/feeds/" + feed->id);
}

Result<ApiAnswer> revoke_feed_of(ApiWorld& world, const ApiArguments& arguments) {
  return done_answer(revoke_feed(world.registry(), world.member(), arguments.text("id")));
}

ApiParameter of_watch(ApiParameter::Place place) {
  return {.name = "watch",
          .meaning = "the number of a watch",
          .place = place,
          .kind = integer,
          .low = 1};
}

const ApiRoute kHappeningRoutes[] = {
    {.method = "GET",
     .path = "/api/v1/happenings",
     .name = "listHappenings",
     .summary = "List what the watches found, the newest first",
     .store = ApiStore::registry,
     .parameters = {of_watch(query),
                    {.name = "tag", .meaning = "of watches with this tag"},
                    {.name = "kind", .meaning = "of this kind"},
                    {.name = "unread", .meaning = "only what nobody has read", .kind = toggle},
                    limit_of(kRegistryLimit, "100"),
                    cursor_of_list()},
     .answer = "{items: [#Happening], next: text?}",
     .run = list_happenings_of},
    {.method = "GET",
     .path = "/api/v1/happenings/unread",
     .name = "countUnread",
     .summary = "Count the happenings that the caller has not read",
     .store = ApiStore::registry,
     .answer = "{unread: integer}",
     .run = count_unread_of},
    {.method = "POST",
     .path = "/api/v1/happenings/read",
     .name = "markRead",
     .summary = "Mark happenings as read: these, or all up to one",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .parameters = {{.name = "ids",
                     .meaning = "the numbers of happenings",
                     .place = body,
                     .kind = integer,
                     .repeats = true,
                     .low = 1},
                    {.name = "until",
                     .meaning = "the number of the last one",
                     .place = body,
                     .kind = integer,
                     .low = 1},
                    of_watch(body)},
     .answer = "#Done",
     .run = mark_read_of},
    {.method = "POST",
     .path = "/api/v1/happenings/{id}/acknowledge",
     .name = "acknowledge",
     .summary = "Say that somebody knows, so that it is not repeated",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .parameters = {number_in_path("the number of the happening")},
     .answer = "#Happening",
     .run = acknowledge_of},
    {.method = "GET",
     .path = "/api/v1/watches/{id}/rules",
     .name = "listRules",
     .summary = "List what is not told of a watch any more",
     .store = ApiStore::registry,
     .parameters = {number_in_path("the number of the watch")},
     .answer = "{items: [#Rule], next: text?}",
     .run = list_rules_of},
    {.method = "POST",
     .path = "/api/v1/watches/{id}/rules",
     .name = "addRule",
     .summary = "Do not tell of text like this any more",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .parameters = {number_in_path("the number of the watch"),
                    {.name = "text",
                     .meaning = "words, without regard to case, or an RE2 expression",
                     .place = body,
                     .is_required = true},
                    {.name = "regex",
                     .meaning = "the text is an RE2 expression",
                     .place = body,
                     .kind = toggle}},
     .answer = "#Rule",
     .statuses = {201},
     .run = add_rule_of},
    {.method = "DELETE",
     .path = "/api/v1/rules/{id}",
     .name = "removeRule",
     .summary = "Tell of this again",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .parameters = {number_in_path("the number of the rule")},
     .answer = "#Done",
     .run = remove_rule_of},
    {.method = "GET",
     .path = "/api/v1/feeds",
     .name = "listFeeds",
     .summary = "List the feeds of the caller with their secret addresses",
     .store = ApiStore::registry,
     .answer = "{items: [#Feed], next: text?}",
     .run = list_feeds_of},
    {.method = "POST",
     .path = "/api/v1/feeds",
     .name = "makeFeed",
     .summary = "Make a feed of a watch, of a tag, or of all that the caller watches",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .parameters = {of_watch(body), {.name = "tag", .meaning = "a tag", .place = body}},
     .answer = "#Feed",
     .statuses = {201},
     .run = make_feed_of},
    {.method = "DELETE",
     .path = "/api/v1/feeds/{id}",
     .name = "revokeFeed",
     .summary = "Revoke a feed: its address does not work any more",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .parameters =
         {{.name = "id", .meaning = "the id of the feed", .place = path, .is_required = true}},
     .answer = "#Done",
     .run = revoke_feed_of},
};

const ApiSchema kHappeningSchemas[] = {
    {"Happening",
     "{id: integer, watch: integer, page: text, time: time, kind: text, title: text, why: text, "
     "hunks: [{before: text, removed: text, added: text, after: text}], unread: toggle, "
     "acknowledged: time?}"},
    {"Rule",
     "{id: integer, watch: integer, text: text?, regex: toggle, created: time, hits: integer, "
     "last_hit: time?}"},
    {"Feed",
     "{id: text, watch: integer?, tag: text, atom: text, json: text, created: time, last_used: "
     "time?}"},
};

}  // namespace

ApiPart happening_part() {
  return {.name = "happenings", .routes = kHappeningRoutes, .schemas = kHappeningSchemas};
}

}  // namespace freshet
