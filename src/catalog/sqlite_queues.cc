#include "catalog/sqlite_queues.h"

#include <fmt/format.h>

namespace freshet {

std::unexpected<Error> no_session(SessionId session) {
  return std::unexpected(Error{Errc::denied, fmt::format("session {} has ended", session)});
}

Status set_place(Sqlite& db, HostColumns at, HostPlace place) {
  return db.run("UPDATE host SET place = ?3 WHERE part = ?1 AND host_id = ?2", at.part, at.host_id,
                number_of(place));
}

Status put_ready(Sqlite& db, HostColumns at, std::int64_t score) {
  return db.run("INSERT INTO ready(part, score, host_id) VALUES (?1, ?2, ?3)", at.part, score,
                at.host_id);
}

Result<std::optional<unsigned>> wake(Sqlite& db, const std::string& address) {
  if (address.empty()) return std::nullopt;
  HostColumns at;
  std::int64_t score = 0;
  {
    SqlRows rows = db.rows(
        "SELECT part, host_id, score FROM ip_wait WHERE ip = ?1 "
        "ORDER BY score DESC, part, host_id LIMIT 1",
        address);
    if (!rows.next()) {
      if (!rows.status()) return std::unexpected(rows.status().error());
      return std::nullopt;
    }
    at = {.part = rows.integer(0), .host_id = rows.integer(1)};
    score = rows.integer(2);
  }
  Status status =
      db.run("DELETE FROM ip_wait WHERE ip = ?1 AND score = ?2 AND part = ?3 AND host_id = ?4",
             address, score, at.part, at.host_id);
  if (status) status = put_ready(db, at, score);
  if (status) status = set_place(db, at, HostPlace::ready);
  if (!status) return std::unexpected(status.error());
  return static_cast<unsigned>(at.part);
}

Status end_lease(Sqlite& db, HostColumns at, const std::string& leased_address) {
  Status status = db.run("DELETE FROM lease WHERE part = ?1 AND host_id = ?2", at.part, at.host_id);
  if (!status || leased_address.empty()) return status;
  return db.run("DELETE FROM ip_lease WHERE ip = ?1 AND part = ?2 AND host_id = ?3", leased_address,
                at.part, at.host_id);
}

}  // namespace freshet
