#include "registrar/deliveries.h"

#include <fmt/format.h>

#include <map>

#include "base/escape.h"
#include "base/json.h"
#include "registrar/json_parts.h"

namespace freshet {
namespace {

Result<std::map<ChannelId, Channel>> channels_by_id(Registry& registry) {
  auto rows = registry.channels().list_all();
  if (!rows) return std::unexpected(rows.error());
  std::map<ChannelId, Channel> channels;
  for (Channel& row : *rows) channels.emplace(row.id, std::move(row));
  return channels;
}

std::unexpected<Error> no_delivery(std::string_view id) {
  return std::unexpected(
      Error{Errc::not_found, fmt::format("there is no delivery \"{}\"", visible(id))});
}

}  // namespace

std::string to_json(const DeliveryView& delivery) {
  const Delivery& row = delivery.row;
  JsonWriter json;
  json.begin_object().key("id").value(row.id).key("channel").value(delivery.channel);
  json.key("state").value(word(row.state)).key("happenings").begin_array();
  for (const HappeningId happening : row.happenings) json.value(happening);
  json.end_array().key("created").value(iso_time(row.created));
  json.key("attempts").value(row.attempts);
  json.key("next_attempt").value(iso_time(row.next_attempt));
  put_time(json, "ended", row.ended);
  return json.key("last_error").value(row.last_error).end_object().take();
}

Result<Listed<DeliveryView>> list_deliveries(Registry& registry, const Member& who,
                                             const DeliveryQuery& query) {
  const auto before = cursor_number(query.part);
  if (!before) return std::unexpected(before.error());
  auto rows = registry.deliveries().list(
      {.owner = who.listed_owner(), .channel = query.channel, .state = query.state}, *before,
      query.part.limit + 1);
  if (!rows) return std::unexpected(rows.error());
  const auto channels = channels_by_id(registry);
  if (!channels) return std::unexpected(channels.error());
  std::vector<DeliveryView> views;
  for (Delivery& row : *rows) {
    const auto channel = channels->find(row.channel);
    std::string name = channel == channels->end() ? std::string() : channel->second.name;
    views.push_back({.row = std::move(row), .channel = std::move(name)});
  }
  return cut_list(std::move(views), query.part,
                  [](const DeliveryView& view) { return view.row.number; });
}

Result<DeliveryCounts> count_deliveries(Registry& registry, const Member& who) {
  return registry.deliveries().count({.owner = who.listed_owner()});
}

std::string to_json(const DeliveryCounts& counts) {
  JsonWriter json;
  json.begin_object().key("waiting").value(counts.waiting).key("sending").value(counts.sending);
  json.key("sent").value(counts.sent).key("failed").value(counts.failed);
  return json.end_object().take();
}

Result<DeliveryView> show_delivery(Registry& registry, const Member& who, const std::string& id) {
  auto row = registry.deliveries().find(id);
  if (!row) return std::unexpected(row.error());
  if (!*row) return no_delivery(id);
  const auto channel = registry.channels().find((*row)->channel);
  if (!channel) return std::unexpected(channel.error());
  if (!*channel || !who.reaches((*channel)->owner)) return no_delivery(id);
  return DeliveryView{.row = **std::move(row), .channel = (*channel)->name};
}

Result<DeliveryView> retry_delivery(Registry& registry, const Member& who, const std::string& id) {
  const auto found = show_delivery(registry, who, id);
  if (!found) return found;
  const Status done = registry.deliveries().retry(id, who.now);
  return done ? show_delivery(registry, who, id) : std::unexpected(done.error());
}

Result<DeliveryView> drop_delivery(Registry& registry, const Member& who, const std::string& id) {
  const auto found = show_delivery(registry, who, id);
  if (!found) return found;
  const Status done = registry.deliveries().drop(id, who.now);
  return done ? show_delivery(registry, who, id) : std::unexpected(done.error());
}

std::optional<DeliveryState> delivery_state_from(std::string_view name) {
  for (const DeliveryState state :
       {DeliveryState::waiting, DeliveryState::sending, DeliveryState::sent, DeliveryState::failed})
    if (word(state) == name) return state;
  return std::nullopt;
}

}  // namespace freshet
