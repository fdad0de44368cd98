// Routes of channels and deliveries.
#include <fmt/format.h>

#include "registrar/channels.h"
#include "registrar/deliveries.h"
#include "serve/api_parts.h"
#include "serve/registry_parts.h"

namespace freshet {
namespace {

using enum ApiParameter::Kind;
using enum ApiParameter::Place;

Result<ApiAnswer> list_channels_of(ApiWorld& world, const ApiArguments& arguments) {
  return json_answer(list_channels(world.registry(), world.member(), arguments.text("owner")));
}

Result<ApiAnswer> list_channel_kinds(ApiWorld&, const ApiArguments&) {
  return answer(channel_kinds_json());
}

Result<ApiAnswer> add_channel_of(ApiWorld& world, const ApiArguments& arguments) {
  const auto input = read_channel_input(arguments.body());
  if (!input) return problem_answer(input.error());
  const auto added = add_channel(world.registry(), world.member(), *input);
  if (!added) return problem_answer(added.error());
  return created(to_json(*added), fmt::format("/api/v1/channels/{}", added->row.id));
}

Result<ApiAnswer> show_channel_of(ApiWorld& world, const ApiArguments& arguments) {
  return json_answer(show_channel(world.registry(), world.member(), arguments.integer("id")));
}

Result<ApiAnswer> edit_channel_of(ApiWorld& world, const ApiArguments& arguments) {
  const auto input = read_channel_input(arguments.body());
  if (!input) return problem_answer(input.error());
  return json_answer(
      edit_channel(world.registry(), world.member(), arguments.integer("id"), *input));
}

Result<ApiAnswer> remove_channel_of(ApiWorld& world, const ApiArguments& arguments) {
  return done_answer(remove_channel(world.registry(), world.member(), arguments.integer("id")));
}

Result<ApiAnswer> pause_channel_of(ApiWorld& world, const ApiArguments& arguments) {
  return json_answer(
      pause_channel(world.registry(), world.member(), arguments.integer("id"), true));
}

Result<ApiAnswer> resume_channel_of(ApiWorld& world, const ApiArguments& arguments) {
  return json_answer(
      pause_channel(world.registry(), world.member(), arguments.integer("id"), false));
}

Result<ApiAnswer> test_channel_of(ApiWorld& world, const ApiArguments& arguments) {
  return json_answer(
      test_channel(world.registry(), world.member(), arguments.integer("id"), world.parts.sender));
}

Result<ApiAnswer> list_deliveries_of(ApiWorld& world, const ApiArguments& arguments) {
  DeliveryQuery query{.state = delivery_state_from(arguments.text("state")),
                      .part = part_of(arguments)};
  if (arguments.has("channel")) query.channel = arguments.integer("channel");
  return json_answer(list_deliveries(world.registry(), world.member(), query));
}

Result<ApiAnswer> count_deliveries_of(ApiWorld& world, const ApiArguments&) {
  return json_answer(count_deliveries(world.registry(), world.member()));
}

Result<ApiAnswer> show_delivery_of(ApiWorld& world, const ApiArguments& arguments) {
  return json_answer(show_delivery(world.registry(), world.member(), arguments.text("id")));
}

Result<ApiAnswer> retry_delivery_of(ApiWorld& world, const ApiArguments& arguments) {
  return json_answer(retry_delivery(world.registry(), world.member(), arguments.text("id")));
}

Result<ApiAnswer> drop_delivery_of(ApiWorld& world, const ApiArguments& arguments) {
  return json_answer(drop_delivery(world.registry(), world.member(), arguments.text("id")));
}

const ApiParameter kChannelId = number_in_path("the number of the channel");
const ApiParameter kDeliveryId = {.name = "id",
                                  .meaning = "the id of the delivery, \"msg_...\"",
                                  .place = path,
                                  .is_required = true};

ApiRoute channel_action(std::string_view path, std::string_view name, std::string_view summary,
                        Result<ApiAnswer> (*run)(ApiWorld&, const ApiArguments&)) {
  return {.method = "POST",
          .path = path,
          .name = name,
          .summary = summary,
          .scope = ApiScope::write,
          .store = ApiStore::registry,
          .parameters = {kChannelId},
          .answer = "#Channel",
          .run = run};
}

ApiRoute delivery_action(std::string_view path, std::string_view name, std::string_view summary,
                         Result<ApiAnswer> (*run)(ApiWorld&, const ApiArguments&)) {
  return {.method = "POST",
          .path = path,
          .name = name,
          .summary = summary,
          .scope = ApiScope::write,
          .store = ApiStore::registry,
          .parameters = {kDeliveryId},
          .answer = "#Delivery",
          .run = run};
}

const ApiRoute kChannelRoutes[] = {
    {.method = "GET",
     .path = "/api/v1/channels",
     .name = "listChannels",
     .summary = "List the channels, without their secrets",
     .store = ApiStore::registry,
     .parameters = {kOwner},
     .answer = "{items: [#Channel], next: text?}",
     .run = list_channels_of},
    {.method = "GET",
     .path = "/api/v1/channel-kinds",
     .name = "listChannelKinds",
     .summary = "List the kinds of channels with their fields",
     .store = ApiStore::none,
     .answer = "{items: [{kind: text, title: text, fields: [{name: text, meaning: text, required: "
               "toggle, secret: toggle, fallback: text, choices: text}]}], next: text?}",
     .run = list_channel_kinds},
    {.method = "POST",
     .path = "/api/v1/channels",
     .name = "addChannel",
     .summary = "Add a channel, by its kind or by an address of apprise",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .body = "#NewChannel",
     .answer = "#Channel",
     .statuses = {201},
     .run = add_channel_of},
    {.method = "GET",
     .path = "/api/v1/channels/{id}",
     .name = "showChannel",
     .summary = "Return a channel, without its secrets",
     .store = ApiStore::registry,
     .parameters = {kChannelId},
     .answer = "#Channel",
     .run = show_channel_of},
    {.method = "PATCH",
     .path = "/api/v1/channels/{id}",
     .name = "editChannel",
     .summary = "Change the fields of a channel that are given; an empty text deletes one",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .parameters = {kChannelId},
     .body = "#NewChannel",
     .answer = "#Channel",
     .run = edit_channel_of},
    {.method = "DELETE",
     .path = "/api/v1/channels/{id}",
     .name = "removeChannel",
     .summary = "Remove a channel with its deliveries",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .parameters = {kChannelId},
     .answer = "#Done",
     .run = remove_channel_of},
    channel_action("/api/v1/channels/{id}/pause", "pauseChannel",
                   "Let the deliveries of a channel wait", pause_channel_of),
    channel_action("/api/v1/channels/{id}/resume", "resumeChannel",
                   "Send the deliveries of a channel again", resume_channel_of),
    {.method = "POST",
     .path = "/api/v1/channels/{id}/test",
     .name = "testChannel",
     .summary = "Send a test message, and say what the receiver answered",
     .scope = ApiScope::write,
     .store = ApiStore::registry,
     .is_slow = true,
     .parameters = {kChannelId},
     .answer = "{sent: toggle, sentence: text}",
     .run = test_channel_of},
    {.method = "GET",
     .path = "/api/v1/deliveries",
     .name = "listDeliveries",
     .summary = "List the deliveries, the newest first",
     .store = ApiStore::registry,
     .parameters =
         {{.name = "state",
           .meaning = "how far they have come",
           .choices = {"waiting", "sending", "sent", "failed"}},
          {.name = "channel", .meaning = "the number of a channel", .kind = integer, .low = 1},
          limit_of(kRegistryLimit, "100"),
          cursor_of_list()},
     .answer = "{items: [#Delivery], next: text?}",
     .run = list_deliveries_of},
    {.method = "GET",
     .path = "/api/v1/deliveries/counts",
     .name = "countDeliveries",
     .summary = "Count the deliveries by state",
     .store = ApiStore::registry,
     .answer = "{waiting: integer, sending: integer, sent: integer, failed: integer}",
     .run = count_deliveries_of},
    {.method = "GET",
     .path = "/api/v1/deliveries/{id}",
     .name = "showDelivery",
     .summary = "Return a delivery",
     .store = ApiStore::registry,
     .parameters = {kDeliveryId},
     .answer = "#Delivery",
     .run = show_delivery_of},
    delivery_action("/api/v1/deliveries/{id}/retry", "retryDelivery",
                    "Let a delivery that waits or was given up be sent now", retry_delivery_of),
    delivery_action("/api/v1/deliveries/{id}/drop", "dropDelivery", "Give up a delivery that waits",
                    drop_delivery_of),
};

const ApiSchema kChannelSchemas[] = {
    {"Channel",
     "{id: integer, owner: text, name: text, kind: text, target: text, settings: <text>, secrets: "
     "[text], paused: toggle, reason: text, failures: integer, created: time}"},
    {"NewChannel", "{name?: text, kind?: text, address?: text, fields?: <text>}"},
    {"Delivery",
     "{id: text, channel: text, state: 'waiting'|'sending'|'sent'|'failed', happenings: "
     "[integer], created: time, attempts: integer, next_attempt: time, ended: time?, last_error: "
     "text}"},
};

}  // namespace

ApiPart channel_part() {
  return {.name = "channels", .routes = kChannelRoutes, .schemas = kChannelSchemas};
}

}  // namespace freshet
