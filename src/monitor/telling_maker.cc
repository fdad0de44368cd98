#include "monitor/telling_maker.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "base/escape.h"
#include "base/log.h"
#include "monitor/change_message.h"
#include "monitor/watch_settings.h"
#include "notify/stored_notification.h"
#include "registry/limits.h"

namespace freshet {
namespace {

// Puts the members of a JSON object of texts, numbers and booleans where they belong.
Status read_fields(ChannelConfig& config, const std::string& json) {
  const auto object = nlohmann::json::parse(json, nullptr, false);
  if (!object.is_object())
    return std::unexpected(Error{
        Errc::invalid,
        fmt::format("channel \"{}\": its settings are no JSON object", visible(config.name))});
  for (const auto& [name, value] : object.items()) {
    if (value.is_null()) continue;
    set_channel_field(config, name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return {};
}

// Returns the message as the registry keeps it. Places that differ are left out from the end until
// it is short enough: control characters of a page take six bytes each.
std::string stored_within_limit(ChangeMessage message) {
  std::string stored = store_notification(single_notification("", message));
  while (stored.size() > kMessageBytesMax && !message.hunks.empty()) {
    message.hunks.resize(message.hunks.size() / 2);
    message.truncated = true;
    stored = store_notification(single_notification("", message));
  }
  return stored;
}

}  // namespace

Result<ChannelConfig> channel_config(const Channel& channel, const std::string& secrets) {
  const auto kind = parse_channel_kind(channel.kind);
  if (!kind)
    return std::unexpected(Error{
        Errc::invalid, fmt::format("channel \"{}\": its kind is unknown", visible(channel.name))});
  ChannelConfig config{.kind = *kind, .name = channel.name};
  Status read = read_fields(config, channel.settings);
  if (read) read = read_fields(config, secrets);
  if (read) read = validate(config);
  if (!read) return std::unexpected(read.error());
  return config;
}

void TellingMaker::add_hits(std::vector<RuleHits> hits) {
  telling_.hits.insert(telling_.hits.end(), hits.begin(), hits.end());
}

void TellingMaker::return_to(const Mark& mark) {
  telling_.progress.resize(mark.progress);
  telling_.happenings.resize(mark.happenings);
  telling_.deliveries.resize(mark.deliveries);
  telling_.hits.resize(mark.hits);
}

Result<std::vector<ChannelId>> TellingMaker::channels_of(const ActiveWatch& watch,
                                                         bool of_trouble) {
  std::vector<ChannelId> ids;
  for (const std::string& name : channel_names(watch.row.spec, watch.tags, of_trouble)) {
    const auto channel = registry_.channels().find_by_name(watch.row.owner, name);
    if (!channel) return std::unexpected(channel.error());
    if (*channel)
      ids.push_back((*channel)->id);
    else
      log(LogLevel::warning, fmt::format("watch {} names a channel that is not there: \"{}\"",
                                         watch.row.id, visible(name)));
  }
  return ids;
}

Status TellingMaker::tell(const ActiveWatch& watch, const ChangeMessage& message) {
  const auto channels = channels_of(watch, is_trouble(message.kind));
  if (!channels) return std::unexpected(channels.error());
  return tell(watch, message, *channels);
}

Status TellingMaker::tell(const ActiveWatch& watch, const ChangeMessage& message,
                          const std::vector<ChannelId>& channels) {
  const std::size_t place = telling_.happenings.size();
  telling_.happenings.push_back({.watch = watch.row.id,
                                 .page = message.page.url,
                                 .time = message.at,
                                 .kind = std::string(kind_name(message.kind)),
                                 .message = stored_within_limit(message)});
  if (watch.spec.is_muted) return {};
  for (const ChannelId channel : channels) {
    const auto rules = rules_of(channel);
    if (!rules) return std::unexpected(rules.error());
    NewDelivery delivery{.channel = channel, .happenings = {place}, .first_attempt = now_};
    if (*rules && (*rules)->digest != Digest::none && watch.spec.importance != Importance::high) {
      delivery.first_attempt = next_digest(**rules, now_);
      delivery.joins_waiting = true;
    }
    telling_.deliveries.push_back(std::move(delivery));
  }
  return {};
}

Status TellingMaker::repeat(const ActiveWatch& watch, HappeningId happening, bool of_trouble) {
  const auto channels = channels_of(watch, of_trouble);
  if (!channels) return std::unexpected(channels.error());
  for (const ChannelId channel : *channels)
    telling_.deliveries.push_back(
        {.channel = channel, .known = {happening}, .first_attempt = now_});
  return {};
}

Result<std::optional<DeliveryRules>> TellingMaker::rules_of(ChannelId channel) {
  if (const auto known = rules_.find(channel); known != rules_.end()) return known->second;
  const auto row = registry_.channels().find(channel);
  if (!row) return std::unexpected(row.error());
  std::optional<DeliveryRules> rules;
  if (*row) {
    const auto secrets = registry_.channels().secrets(channel);
    if (!secrets) return std::unexpected(secrets.error());
    // A channel that is set up wrong is told of when it is its turn.
    if (const auto config = channel_config(**row, secrets->value_or("{}")))
      rules = delivery_rules(*config);
  }
  return rules_[channel] = rules;
}

}  // namespace freshet
