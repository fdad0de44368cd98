#include "registry/telling.h"

#include <fmt/format.h>

#include "registry/limits.h"
#include "registry/registry.h"
#include "registry/registry_db.h"
#include "registry/secret_token.h"

namespace freshet {
namespace {

Status take_step(RegistryDb& db, const std::optional<FeedPosition>& at, const FeedStep& step) {
  if (at != step.from)
    return refusal(Errc::invalid,
                   fmt::format("these changes were told already: the registry stands at {}, not {}",
                               at ? at->number : 0, step.from ? step.from->number : 0));
  return db.sql().run("REPLACE INTO feed_position(only, incarnation, number) VALUES (1, ?1, ?2)",
                      step.to.incarnation, step.to.number);
}

// Returns its id, or 0 if the watch is gone.
Result<HappeningId> add_happening(RegistryDb& db, const NewHappening& added) {
  Status status = check_length("message", added.message, kMessageBytesMax);
  if (status)
    status = db.sql().run(
        "INSERT INTO happening(watch, owner, page, time, kind, is_unread, bytes, message) "
        "SELECT id, owner, ?2, ?3, ?4, 1, ?5, ?6 FROM watch WHERE id = ?1",
        added.watch, added.page, stored(added.time), added.kind,
        added.message.size() + added.page.size(), added.message);
  if (!status) return std::unexpected(status.error());
  if (db.sql().changes() == 0) return 0;
  const auto id = last_row(db.sql());
  if (!id) return id;
  status = db.sql().run("UPDATE watch SET told = max(coalesce(told, ?2), ?2) WHERE id = ?1",
                        added.watch, stored(added.time));
  if (!status) return std::unexpected(status.error());
  return id;
}

struct OpenDelivery {
  std::int64_t number = 0;
  std::string id = {};
  std::size_t room = 0;  // for happenings
};

// Returns the delivery of the channel that more can join.
Result<std::optional<OpenDelivery>> find_joinable(RegistryDb& db, ChannelId channel, Time now) {
  SqlRows rows = db.sql().rows(
      "SELECT d.number, d.id, (SELECT count(*) FROM delivery_happening h WHERE h.delivery = "
      "d.number) AS used FROM delivery d WHERE d.channel = ?1 AND d.state = 1 "
      "AND d.next_attempt > ?2 AND d.attempts = 0 AND used < ?3 ORDER BY d.next_attempt LIMIT 1",
      channel, stored(now), kHappeningsInDelivery);
  if (rows.next())
    return OpenDelivery{rows.integer(0), text_in(rows, 1),
                        kHappeningsInDelivery - static_cast<std::size_t>(rows.integer(2))};
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

Result<OpenDelivery> open_delivery(RegistryDb& db, const NewDelivery& added, Time now) {
  if (added.joins_waiting) {
    auto found = find_joinable(db, added.channel, now);
    if (!found) return std::unexpected(found.error());
    if (*found) return **found;
  }
  OpenDelivery made{.id = sortable_id(now), .room = kHappeningsInDelivery};
  const Status status = db.sql().run(
      "INSERT INTO delivery(id, channel, state, created, attempts, next_attempt, last_error) "
      "VALUES (?1, ?2, 1, ?3, 0, ?4, '')",
      made.id, added.channel, stored(now), stored(added.first_attempt));
  if (!status) return std::unexpected(status.error());
  const auto number = last_row(db.sql());
  if (!number) return std::unexpected(number.error());
  made.number = *number;
  return made;
}

// Returns the ids of the happenings that are there.
Result<std::vector<HappeningId>> carried(RegistryDb& db, const NewDelivery& added,
                                         const std::vector<HappeningId>& made) {
  std::vector<HappeningId> ids;
  for (const std::size_t place : added.happenings) {
    if (place >= made.size())
      return refusal(Errc::invalid, "a delivery names a happening that is not told with it");
    if (made[place] != 0) ids.push_back(made[place]);
  }
  for (const HappeningId id : added.known) {
    const auto found = db.sql().number("SELECT 1 FROM happening WHERE id = ?1", id);
    if (!found) return std::unexpected(found.error());
    if (*found) ids.push_back(id);
  }
  return ids;
}

// Adds one delivery, or several if it carries more than one can.
Status add_delivery(RegistryDb& db, const NewDelivery& added, Told& told, Time now) {
  const auto ids = carried(db, added, told.happenings);
  if (!ids) return std::unexpected(ids.error());
  const auto channel = db.sql().number("SELECT 1 FROM channel WHERE id = ?1", added.channel);
  if (!channel) return std::unexpected(channel.error());
  if (!*channel) return {};
  OpenDelivery open;
  for (const HappeningId id : *ids) {
    if (open.room == 0) {
      auto next = open_delivery(db, added, now);
      if (!next) return std::unexpected(next.error());
      open = *std::move(next);
      told.deliveries.push_back(open.id);
    }
    --open.room;
    const Status status = db.sql().run(
        "INSERT OR IGNORE INTO delivery_happening(delivery, happening) VALUES (?1, ?2)",
        open.number, id);
    if (!status) return status;
  }
  return {};
}

}  // namespace

Result<Told> Registry::tell(const Telling& telling, Time now) {
  Told told;
  const Status status = db_->transact([&]() -> Status {
    if (telling.step) {
      const auto at = feed_position();
      if (!at) return std::unexpected(at.error());
      const Status stepped = take_step(*db_, *at, *telling.step);
      if (!stepped) return stepped;
    }
    for (const WatchProgress& progress : telling.progress) {
      const Status saved = watches_.save(progress);
      if (!saved) return saved;
    }
    for (const NewHappening& happening : telling.happenings) {
      const auto id = add_happening(*db_, happening);
      if (!id) return std::unexpected(id.error());
      told.happenings.push_back(*id);
    }
    for (const NewDelivery& delivery : telling.deliveries) {
      const Status added = add_delivery(*db_, delivery, told, now);
      if (!added) return added;
    }
    for (const RuleHits& hit : telling.hits) {
      const Status counted = rules_.count_hits(hit.rule, hit.hits, now);
      if (!counted) return counted;
    }
    return {};
  });
  if (!status) return std::unexpected(status.error());
  return told;
}

Result<std::optional<FeedPosition>> Registry::feed_position() {
  SqlRows rows = db_->sql().rows("SELECT incarnation, number FROM feed_position");
  if (rows.next()) return FeedPosition{text_in(rows, 0), rows.integer(1)};
  if (!rows.status()) return std::unexpected(rows.status().error());
  return std::nullopt;
}

}  // namespace freshet
