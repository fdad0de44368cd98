// Sessions of workers: their life signs, and what happens to their hosts when they end.
#include <vector>

#include "catalog/sqlite_queues.h"

namespace freshet {
namespace {

// Puts back the hosts that the session holds in one partition.
Status put_back(Sqlite& db, SessionId session, unsigned partition) {
  struct Lost {
    std::int64_t host_id, score;
    std::string address;
  };
  std::vector<Lost> all;
  {
    SqlRows rows = db.rows(
        "SELECT l.host_id, h.score, l.ip FROM lease l "
        "JOIN host h ON h.part = l.part AND h.host_id = l.host_id "
        "WHERE l.part = ?1 AND l.session = ?2 ORDER BY l.host_id",
        partition, session);
    while (rows.next())
      all.push_back({rows.integer(0), rows.integer(1), std::string(rows.text(2))});
    if (!rows.status()) return rows.status();
  }
  for (const Lost& lost : all) {
    const HostColumns at{.part = partition, .host_id = lost.host_id};
    Status status = end_lease(db, at, lost.address);
    if (status) status = put_ready(db, at, lost.score);
    if (status) status = set_place(db, at, HostPlace::ready);
    if (!status) return status;
    if (auto woken = wake(db, lost.address); !woken) return std::unexpected(woken.error());
  }
  return {};
}

Status end_session(Sqlite& db, SessionId session) {
  for (unsigned partition = 0; partition < kPartitionCount; ++partition) {
    const Status status = put_back(db, session, partition);
    if (!status) return status;
  }
  return db.run("DELETE FROM session WHERE id = ?1", session);
}

}  // namespace

Result<SessionId> SqliteCatalog::open_session(const std::string& worker, Time expires) {
  SessionId session = 0;
  const Status status = transact_soon([&]() -> Status {
    Status counted = db_->run("UPDATE counter SET value = value + 1 WHERE name = 'session'");
    if (!counted) return counted;
    const auto value = db_->number("SELECT value FROM counter WHERE name = 'session'");
    if (!value) return std::unexpected(value.error());
    if (!*value)
      return std::unexpected(Error{Errc::corrupt, "catalog: the session counter is missing"});
    session = **value;
    return db_->run("INSERT INTO session(id, worker, expires) VALUES (?1, ?2, ?3)", session, worker,
                    micros(expires));
  });
  if (!status) return std::unexpected(status.error());
  return session;
}

Status SqliteCatalog::renew_session(SessionId session, Time expires) {
  return transact_soon([&]() -> Status {
    Status status =
        db_->run("UPDATE session SET expires = ?2 WHERE id = ?1", session, micros(expires));
    if (status && db_->changes() == 0) return no_session(session);
    return status;
  });
}

Status SqliteCatalog::close_session(SessionId session) {
  return transact_soon([&]() -> Status {
    const auto found = db_->number("SELECT 1 FROM session WHERE id = ?1", session);
    if (!found) return std::unexpected(found.error());
    if (!*found) return no_session(session);
    return end_session(*db_, session);
  });
}

// Closes the sessions that the query finds, and returns their number.
template <typename... Values>
Result<std::int64_t> SqliteCatalog::close_sessions(const char* query, const Values&... values) {
  std::vector<SessionId> found;
  const Status status = transact_soon([&]() -> Status {
    {
      SqlRows rows = db_->rows(query, values...);
      while (rows.next()) found.push_back(rows.integer(0));
      if (!rows.status()) return rows.status();
    }
    for (const SessionId session : found) {
      const Status ended = end_session(*db_, session);
      if (!ended) return ended;
    }
    return {};
  });
  if (!status) return std::unexpected(status.error());
  return static_cast<std::int64_t>(found.size());
}

Result<std::int64_t> SqliteCatalog::close_sessions_of(const std::string& worker) {
  return close_sessions("SELECT id FROM session WHERE worker = ?1 ORDER BY id", worker);
}

Result<std::int64_t> SqliteCatalog::reap_sessions(Time now) {
  // Usually there is none; then no transaction makes others wait.
  const std::int64_t far = micros(now + kSessionLifeMax);
  const auto any = db_->number("SELECT 1 FROM session WHERE expires <= ?1 OR expires > ?2 LIMIT 1",
                               micros(now), far);
  if (!any) return std::unexpected(any.error());
  if (!*any) return 0;
  return close_sessions("SELECT id FROM session WHERE expires <= ?1 OR expires > ?2 ORDER BY id",
                        micros(now), far);
}

}  // namespace freshet
