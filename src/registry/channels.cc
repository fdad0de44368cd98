#include "registry/channels.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "base/utf8.h"
#include "registry/limits.h"
#include "registry/registry_db.h"

namespace freshet {
namespace {

constexpr std::size_t kChannelsMax = 10'000;  // of everybody

Channel channel_in(const SqlRows& rows) {
  return {.id = rows.integer(0),
          .owner = rows.integer(1),
          .name = text_in(rows, 2),
          .kind = text_in(rows, 3),
          .settings = text_in(rows, 4),
          .is_paused = rows.integer(5) != 0,
          .reason = text_in(rows, 6),
          .failures = rows.integer(7),
          .created = time_from(rows.integer(8))};
}

Result<std::optional<Channel>> first_channel(SqlRows rows) {
  if (rows.next()) return channel_in(rows);
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

Result<std::vector<Channel>> all_channels(SqlRows rows) {
  std::vector<Channel> all;
  while (rows.next()) all.push_back(channel_in(rows));
  if (!rows.status()) return std::unexpected(rows.status().error());
  return all;
}

Status check_channel(Channels& channels, const Channel& channel, PersonId owner) {
  Status status = check_name("channel", channel.name);
  if (status) status = check_name("kind of the channel", channel.kind);
  if (status) status = check_length("settings of the channel", channel.settings, kSettingsBytesMax);
  if (!status) return status;
  const auto other = channels.find_by_name(owner, channel.name);
  if (!other) return std::unexpected(other.error());
  if (*other && (*other)->id != channel.id)
    return refusal(Errc::invalid,
                   fmt::format("channel \"{}\": there is one of this name", visible(channel.name)));
  return {};
}

// Runs a change of one channel.
template <class... Values>
Status change_channel(RegistryDb& db, const char* sql, ChannelId id, const Values&... values) {
  return db.transact([&]() -> Status {
    const Status status = db.sql().run(sql, id, values...);
    if (status && db.sql().changes() == 0)
      return refusal(Errc::not_found, fmt::format("there is no channel {}", id));
    return status;
  });
}

}  // namespace

Result<ChannelId> Channels::add(const Channel& channel, const std::string& secrets, Time now) {
  ChannelId id = 0;
  const Status status = db_.transact([&]() -> Status {
    Status done = check_channel(*this, channel, channel.owner);
    if (done) done = check_length("secrets of the channel", secrets, kSecretsBytesMax);
    if (!done) return done;
    const auto count = db_.sql().number("SELECT count(*) FROM channel");
    if (!count) return std::unexpected(count.error());
    if (count->value_or(0) >= static_cast<std::int64_t>(kChannelsMax))
      return refusal(Errc::limit, fmt::format("there are {} channels: remove some", kChannelsMax));
    done = db_.sql().run(
        "INSERT INTO channel(owner, name, kind, settings, secrets, is_paused, reason, failures, "
        "created) VALUES (?1, ?2, ?3, ?4, ?5, 0, '', 0, ?6)",
        channel.owner, channel.name, channel.kind, channel.settings, secrets, stored(now));
    if (!done) return done;
    const auto made = last_row(db_.sql());
    if (!made) return std::unexpected(made.error());
    id = *made;
    return {};
  });
  if (!status) return std::unexpected(status.error());
  return id;
}

Status Channels::change(const Channel& channel, const std::optional<std::string>& secrets) {
  return db_.transact([&]() -> Status {
    const auto before = find(channel.id);
    if (!before) return std::unexpected(before.error());
    Status status = *before ? check_channel(*this, channel, (*before)->owner) : Status();
    if (status)
      status = change_channel(
          db_, "UPDATE channel SET name = ?2, kind = ?3, settings = ?4 WHERE id = ?1", channel.id,
          channel.name, channel.kind, channel.settings);
    if (!status || !secrets) return status;
    status = check_length("secrets of the channel", *secrets, kSecretsBytesMax);
    if (!status) return status;
    return change_channel(db_, "UPDATE channel SET secrets = ?2 WHERE id = ?1", channel.id,
                          *secrets);
  });
}

Status Channels::remove(ChannelId id) {
  return change_channel(db_, "DELETE FROM channel WHERE id = ?1", id);
}

Status Channels::pause(ChannelId id, const std::string& reason) {
  std::string kept = repair_utf8(reason);
  cut_utf8(kept, kErrorBytesKept);
  return change_channel(db_, "UPDATE channel SET is_paused = 1, reason = ?2 WHERE id = ?1", id,
                        kept);
}

Status Channels::resume(ChannelId id) {
  return change_channel(
      db_, "UPDATE channel SET is_paused = 0, reason = '', failures = 0 WHERE id = ?1", id);
}

Result<std::optional<Channel>> Channels::find(ChannelId id) {
  return first_channel(
      db_.sql().rows("SELECT id, owner, name, kind, settings, is_paused, reason, failures, created "
                     "FROM channel WHERE id = ?1",
                     id));
}

Result<std::optional<Channel>> Channels::find_by_name(PersonId owner, const std::string& name) {
  return first_channel(
      db_.sql().rows("SELECT id, owner, name, kind, settings, is_paused, reason, failures, created "
                     "FROM channel WHERE owner = ?1 AND name = ?2",
                     owner, name));
}

Result<std::vector<Channel>> Channels::list(PersonId owner) {
  return all_channels(
      db_.sql().rows("SELECT id, owner, name, kind, settings, is_paused, reason, failures, created "
                     "FROM channel WHERE owner = ?1 ORDER BY name",
                     owner));
}

Result<std::vector<Channel>> Channels::list_all() {
  return all_channels(
      db_.sql().rows("SELECT id, owner, name, kind, settings, is_paused, reason, failures, created "
                     "FROM channel ORDER BY id"));
}

Result<std::optional<std::string>> Channels::secrets(ChannelId id) {
  SqlRows rows = db_.sql().rows("SELECT secrets FROM channel WHERE id = ?1", id);
  if (rows.next()) return text_in(rows, 0);
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

}  // namespace freshet
