#include "registry/deliveries.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "base/utf8.h"
#include "registry/limits.h"
#include "registry/registry_db.h"

namespace freshet {
namespace {

// The deliveries of one channel that may be taken, the one due first first.
struct DueOfChannel {
  ChannelId channel = 0;
  std::vector<std::int64_t> numbers = {};
};

// A time too far ahead was planned by a clock that was ahead: it is due, too.
Result<std::vector<ChannelId>> channels_with_due(RegistryDb& db, Time now) {
  std::vector<ChannelId> all;
  SqlRows rows = db.sql().rows(
      "SELECT c.id FROM channel c WHERE NOT c.is_paused AND (EXISTS (SELECT 1 FROM delivery d "
      "WHERE d.channel = c.id AND d.state = 1 AND d.next_attempt <= ?1) OR EXISTS (SELECT 1 FROM "
      "delivery d WHERE d.channel = c.id AND d.state = 1 AND d.next_attempt > ?2)) ORDER BY c.id",
      stored(now), stored(now + kAttemptWaitMax));
  while (rows.next()) all.push_back(rows.integer(0));
  if (!rows.status()) return std::unexpected(rows.status().error());
  return all;
}

Result<DueOfChannel> due_of_channel(RegistryDb& db, ChannelId channel, Time now,
                                    std::size_t of_channel_max) {
  DueOfChannel due{.channel = channel};
  const auto sending =
      db.sql().number("SELECT count(*) FROM delivery WHERE channel = ?1 AND state = 2", channel);
  if (!sending) return std::unexpected(sending.error());
  const std::int64_t room = static_cast<std::int64_t>(of_channel_max) - sending->value_or(0);
  if (room <= 0) return due;
  SqlRows rows = db.sql().rows(
      "SELECT number FROM delivery WHERE channel = ?1 AND state = 1 "
      "AND (next_attempt <= ?2 OR next_attempt > ?3) ORDER BY next_attempt LIMIT ?4",
      channel, stored(now), stored(now + kAttemptWaitMax), room);
  while (rows.next()) due.numbers.push_back(rows.integer(0));
  if (!rows.status()) return std::unexpected(rows.status().error());
  return due;
}

// Takes from the channels in turn.
std::vector<std::int64_t> take_in_turn(const std::vector<DueOfChannel>& due, std::size_t count) {
  std::vector<std::int64_t> taken;
  for (std::size_t turn = 0;; ++turn) {
    bool any = false;
    for (const DueOfChannel& channel : due) {
      if (turn >= channel.numbers.size()) continue;
      if (taken.size() == count) return taken;
      taken.push_back(channel.numbers[turn]);
      any = true;
    }
    if (!any) return taken;
  }
}

std::unexpected<Error> no_delivery(const std::string& id, std::string_view state) {
  return refusal(Errc::not_found, fmt::format("delivery \"{}\": there is none of this id that {}",
                                              visible(id), state));
}

Status set_channel_failures(RegistryDb& db, const std::string& id, bool failed) {
  return db.sql().run(
      failed ? "UPDATE channel SET failures = failures + 1 "
               "WHERE id = (SELECT channel FROM delivery WHERE id = ?1)"
             : "UPDATE channel SET failures = 0 "
               "WHERE failures <> 0 AND id = (SELECT channel FROM delivery WHERE id = ?1)",
      id);
}

// Runs a change of one delivery that must be in a certain state.
template <class... Values>
Status change_delivery(RegistryDb& db, std::string_view state, const char* sql,
                       const std::string& id, const Values&... values) {
  return db.transact([&]() -> Status {
    const Status status = db.sql().run(sql, id, values...);
    if (status && db.sql().changes() == 0) return no_delivery(id, state);
    return status;
  });
}

}  // namespace

// Usually nothing is due; then no transaction waits for the disk.
Result<std::vector<std::string>> Deliveries::due_ids(Time now, std::size_t count,
                                                     std::size_t of_channel_max) {
  const auto channels = channels_with_due(db_, now);
  if (!channels) return std::unexpected(channels.error());
  std::vector<DueOfChannel> due;
  for (const ChannelId channel : *channels) {
    auto of_channel = due_of_channel(db_, channel, now, of_channel_max);
    if (!of_channel) return std::unexpected(of_channel.error());
    due.push_back(*std::move(of_channel));
  }
  std::vector<std::string> ids;
  for (const std::int64_t number : take_in_turn(due, std::min(count, kRowsMax))) {
    SqlRows rows = db_.sql().rows("SELECT id FROM delivery WHERE number = ?1", number);
    if (rows.next()) ids.push_back(text_in(rows, 0));
    if (!rows.status()) return std::unexpected(rows.status().error());
  }
  return ids;
}

Result<std::vector<Delivery>> Deliveries::find_all(const std::vector<std::string>& ids) {
  std::vector<Delivery> all;
  for (const std::string& id : ids) {
    auto found = find(id);
    if (!found) return std::unexpected(found.error());
    if (*found) all.push_back(**std::move(found));
  }
  return all;
}

Result<std::vector<Delivery>> Deliveries::take_due(Time now, std::size_t count,
                                                   std::size_t of_channel_max) {
  const auto ids = due_ids(now, count, of_channel_max);
  if (!ids) return std::unexpected(ids.error());
  if (ids->empty()) return std::vector<Delivery>{};
  std::vector<Delivery> taken;
  const Status status = db_.transact([&]() -> Status {
    for (const std::string& id : *ids) {
      auto begun = begin({id});
      if (!begun) return std::unexpected(begun.error());
      taken.push_back(*std::move(begun));
    }
    return {};
  });
  if (!status) return std::unexpected(status.error());
  return taken;
}

Result<std::vector<Delivery>> Deliveries::due(Time now, std::size_t count,
                                              std::size_t of_channel_max) {
  const auto ids = due_ids(now, count, of_channel_max);
  if (!ids) return std::unexpected(ids.error());
  return find_all(*ids);
}

Result<Delivery> Deliveries::begin(const std::vector<std::string>& ids) {
  std::optional<Delivery> begun;
  const Status status = db_.transact([&]() -> Status {
    const std::string& first = ids.front();
    Status done = change_delivery(
        db_, "waits",
        "UPDATE delivery SET state = 2, attempts = attempts + 1 WHERE id = ?1 AND state = 1",
        first);
    for (std::size_t i = 1; done && i < ids.size(); ++i) {
      done = db_.sql().run(
          "INSERT OR IGNORE INTO delivery_happening(delivery, happening) "
          "SELECT first.number, h.happening FROM delivery first, delivery other "
          "JOIN delivery_happening h ON h.delivery = other.number "
          "WHERE first.id = ?1 AND other.id = ?2",
          first, ids[i]);
      if (done)
        done = change_delivery(db_, "waits for the same channel",
                               "DELETE FROM delivery WHERE id = ?1 AND state = 1 AND channel = "
                               "(SELECT channel FROM delivery WHERE id = ?2)",
                               ids[i], first);
    }
    if (!done) return done;
    auto found = find(first);
    if (!found) return std::unexpected(found.error());
    begun = *std::move(found);
    return {};
  });
  if (!status) return std::unexpected(status.error());
  return *std::move(begun);
}

Status Deliveries::postpone(const std::string& id, Time next) {
  return change_delivery(db_, "waits",
                         "UPDATE delivery SET next_attempt = ?2 WHERE id = ?1 AND state = 1", id,
                         stored(next));
}

Result<std::optional<Time>> Deliveries::next_due(Time now) {
  const auto time = db_.sql().number(
      "SELECT min(CASE WHEN last > ?2 THEN min(first, ?1) ELSE first END) FROM (SELECT "
      "(SELECT min(d.next_attempt) FROM delivery d WHERE d.channel = c.id AND d.state = 1) AS "
      "first, (SELECT max(d.next_attempt) FROM delivery d WHERE d.channel = c.id AND d.state = 1) "
      "AS last FROM channel c WHERE NOT c.is_paused) WHERE first IS NOT NULL HAVING count(*) > 0",
      stored(now), stored(now + kAttemptWaitMax));
  if (!time) return std::unexpected(time.error());
  if (!*time) return std::nullopt;
  return time_from(**time);
}

Status Deliveries::mark_sent(const std::string& id, Time now) {
  return db_.transact([&]() -> Status {
    const Status status = change_delivery(
        db_, "is being sent",
        "UPDATE delivery SET state = 3, ended = ?2, last_error = '' WHERE id = ?1 AND state = 2",
        id, stored(now));
    return status ? set_channel_failures(db_, id, false) : status;
  });
}

Status Deliveries::mark_failed(const std::string& id, const std::string& error,
                               std::optional<Time> next, Time now) {
  std::string kept = repair_utf8(error);
  cut_utf8(kept, kErrorBytesKept);
  return db_.transact([&]() -> Status {
    const Status status =
        next ? change_delivery(db_, "is being sent",
                               "UPDATE delivery SET state = 1, next_attempt = ?2, last_error = ?3 "
                               "WHERE id = ?1 AND state = 2",
                               id, stored(*next), kept)
             : change_delivery(db_, "is being sent",
                               "UPDATE delivery SET state = 4, ended = ?2, last_error = ?3 "
                               "WHERE id = ?1 AND state = 2",
                               id, stored(now), kept);
    return status ? set_channel_failures(db_, id, true) : status;
  });
}

Status Deliveries::put_back(const std::string& id, Time next) {
  return change_delivery(db_, "is being sent",
                         "UPDATE delivery SET state = 1, attempts = attempts - 1, "
                         "next_attempt = ?2 WHERE id = ?1 AND state = 2",
                         id, stored(next));
}

Result<std::int64_t> Deliveries::requeue_sending() {
  std::int64_t count = 0;
  const Status status = db_.transact([&]() -> Status {
    Status done = db_.sql().run("UPDATE delivery SET state = 1 WHERE state = 2");
    count = db_.sql().changes();
    return done;
  });
  if (!status) return std::unexpected(status.error());
  return count;
}

Status Deliveries::retry(const std::string& id, Time now) {
  return change_delivery(db_, "waits or was given up",
                         "UPDATE delivery SET state = 1, ended = NULL, next_attempt = ?2 "
                         "WHERE id = ?1 AND state IN (1, 4)",
                         id, stored(now));
}

Status Deliveries::drop(const std::string& id, Time now) {
  return change_delivery(db_, "waits",
                         "UPDATE delivery SET state = 4, ended = ?2 WHERE id = ?1 AND state = 1",
                         id, stored(now));
}

Result<std::int64_t> Deliveries::forget_ended(Time before) {
  std::int64_t count = 0;
  const Status status = db_.transact([&]() -> Status {
    Status done = db_.sql().run(
        "DELETE FROM delivery WHERE number IN "
        "(SELECT number FROM delivery WHERE ended < ?1 ORDER BY ended LIMIT ?2)",
        stored(before), kForgottenAtOnce);
    count = db_.sql().changes();
    return done;
  });
  if (!status) return std::unexpected(status.error());
  return count;
}

}  // namespace freshet
