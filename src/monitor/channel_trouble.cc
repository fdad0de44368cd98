#include "monitor/channel_trouble.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "monitor/active_watch.h"
#include "monitor/change_message.h"
#include "monitor/watch_settings.h"
#include "notify/channel.h"
#include "notify/stored_notification.h"

namespace freshet {
namespace {

// Returns the watch of the first thing that the delivery carries.
Result<std::optional<WatchRow>> watch_of_delivery(Registry& registry, const std::string& id) {
  const auto delivery = registry.deliveries().find(id);
  if (!delivery) return std::unexpected(delivery.error());
  if (!*delivery || (*delivery)->happenings.empty()) return std::nullopt;
  const auto happening = registry.happenings().find((*delivery)->happenings.front());
  if (!happening) return std::unexpected(happening.error());
  if (!*happening) return std::nullopt;
  return registry.watches().find((*happening)->watch);
}

// The higher, the better the channel is to tell of another one.
int fitness(const Channel& channel, const std::vector<std::string>& of_watch) {
  const bool is_of_watch = std::ranges::find(of_watch, channel.name) != of_watch.end();
  return (is_of_watch ? 2 : 0) + (channel.kind == channel_kind_name(ChannelKind::email) ? 1 : 0);
}

Result<std::optional<ChannelId>> other_channel(Registry& registry, const Channel& failed,
                                               const WatchRow& watch) {
  const auto tags = read_tags(registry, watch);
  if (!tags) return std::unexpected(tags.error());
  const std::vector<std::string> of_watch = channel_names(watch.spec, *tags, true);
  const auto channels = registry.channels().list(failed.owner);
  if (!channels) return std::unexpected(channels.error());
  std::optional<Channel> best;
  for (const Channel& channel : *channels) {
    if (channel.id == failed.id || channel.is_paused) continue;
    if (!best || fitness(channel, of_watch) > fitness(*best, of_watch)) best = channel;
  }
  if (!best) return std::nullopt;
  return best->id;
}

}  // namespace

Status tell_of_paused(Registry& registry, ChannelId channel, const std::string& delivery,
                      const std::string& reason, Time now) {
  const auto failed = registry.channels().find(channel);
  if (!failed) return std::unexpected(failed.error());
  const auto watch = watch_of_delivery(registry, delivery);
  if (!watch) return std::unexpected(watch.error());
  if (!*failed || !*watch) return {};
  const auto other = other_channel(registry, **failed, **watch);
  if (!other) return std::unexpected(other.error());
  ChangeMessage message{.id = fmt::format("channel-{}-{}", channel, now.time_since_epoch().count()),
                        .kind = MessageKind::channel_paused,
                        .at = now,
                        .watch = message_watch(**watch),
                        .page = {.url = (*watch)->spec.url, .title = {}},
                        .why = reason};
  message.watch.name = fmt::format("Channel \"{}\"", (*failed)->name);
  Telling telling;
  telling.happenings.push_back({.watch = (*watch)->id,
                                .page = message.page.url,
                                .time = now,
                                .kind = std::string(kind_name(message.kind)),
                                .message = store_notification(single_notification("", message))});
  if (*other)
    telling.deliveries.push_back({.channel = **other, .happenings = {0}, .first_attempt = now});
  const auto told = registry.tell(telling, now);
  return told ? Status{} : std::unexpected(told.error());
}

}  // namespace freshet
