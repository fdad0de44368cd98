// Claims, leases and releases.
#include <fmt/format.h>

#include <limits>

#include "base/check.h"
#include "base/escape.h"
#include "catalog/sqlite_queues.h"

namespace freshet {
namespace {

// The limit of due hosts that one call of move_due_between() makes ready.
constexpr std::int64_t kDueMovedMax = 1000;

// A host that a session holds.
struct Held {
  HostColumns at;
  std::string leased_address;  // empty while it is only claimed
  std::string last_address;
  std::int64_t score = 0;
  bool is_woken = false;  // by a link that was merged since it was claimed
};

Result<Held> find_held(Sqlite& db, const LeaseFence& fence) {
  Held held{.at = host_columns(fence.host), .leased_address = {}, .last_address = {}};
  SqlRows rows = db.rows(
      "SELECT l.ip, h.ip, h.score, h.woken FROM lease l "
      "JOIN host h ON h.part = l.part AND h.host_id = l.host_id "
      "WHERE l.part = ?1 AND l.host_id = ?2 AND l.session = ?3 AND l.epoch = ?4 AND h.name = ?5",
      held.at.part, held.at.host_id, fence.session, fence.epoch, fence.host.key());
  if (rows.next()) {
    held.leased_address = rows.text(0);
    held.last_address = rows.text(1);
    held.score = rows.integer(2);
    held.is_woken = rows.integer(3) != 0;
    return held;
  }
  if (!rows.status()) return std::unexpected(rows.status().error());
  return refuse(Errc::denied, fmt::format("session {} does not hold host \"{}\" any more",
                                          fence.session, visible(fence.host.key())));
}

// Makes hosts ready that are due from `first` to `last`, the longest overdue first.
Status move_due_between(Sqlite& db, unsigned partition, std::int64_t first, std::int64_t last) {
  struct Due {
    std::int64_t next_due, host_id, score;
  };
  std::vector<Due> found;
  {
    SqlRows rows = db.rows(
        "SELECT d.next_due, d.host_id, h.score FROM due d "
        "CROSS JOIN host h ON h.part = d.part AND h.host_id = d.host_id "
        "WHERE d.part = ?1 AND d.next_due BETWEEN ?2 AND ?3 "
        "ORDER BY d.next_due, d.host_id LIMIT ?4",
        partition, first, last, kDueMovedMax);
    while (rows.next()) found.push_back({rows.integer(0), rows.integer(1), rows.integer(2)});
    if (!rows.status()) return rows.status();
  }
  for (const Due& due : found) {
    const HostColumns at{.part = partition, .host_id = due.host_id};
    Status status = db.run("DELETE FROM due WHERE part = ?1 AND next_due = ?2 AND host_id = ?3",
                           at.part, due.next_due, at.host_id);
    if (status) status = put_ready(db, at, due.score);
    if (status) status = set_place(db, at, HostPlace::ready);
    if (!status) return status;
  }
  return {};
}

// Makes hosts ready for which is_due() is true: those whose time has come, and those due later than
// kDueWaitMax from now.
Status move_due(Sqlite& db, unsigned partition, Time now) {
  using Limits = std::numeric_limits<std::int64_t>;
  Status status = move_due_between(db, partition, Limits::min(), micros(now));
  if (status && now < kTimeMax)
    status = move_due_between(db, partition, micros(now + kDueWaitMax) + 1, Limits::max());
  return status;
}

Result<std::vector<HostClaim>> best_ready(Sqlite& db, SessionId session, unsigned partition,
                                          std::size_t count_max) {
  std::vector<HostClaim> best;
  SqlRows rows = db.rows(
      "SELECT h.name, h.epoch, r.score, h.ip, h.continuation FROM ready r "
      "CROSS JOIN host h ON h.part = r.part AND h.host_id = r.host_id "
      "WHERE r.part = ?1 ORDER BY r.score DESC, r.host_id LIMIT ?2",
      partition, count_max);
  while (rows.next()) {
    auto host = Host::from_key(rows.text(0));
    if (!host) return std::unexpected(host.error());
    best.push_back(
        {.fence = {.session = session, .host = *std::move(host), .epoch = rows.integer(1) + 1},
         .score = rows.integer(2),
         .last_address = std::string(rows.text(3)),
         .continuation = std::string(rows.text(4))});
  }
  if (!rows.status()) return std::unexpected(rows.status().error());
  return best;
}

Status take(Sqlite& db, const HostClaim& claim) {
  const HostColumns at = host_columns(claim.fence.host);
  Status status = db.run("DELETE FROM ready WHERE part = ?1 AND score = ?2 AND host_id = ?3",
                         at.part, claim.score, at.host_id);
  if (status)
    status =
        db.run("UPDATE host SET epoch = ?3, place = ?4, woken = 0 WHERE part = ?1 AND host_id = ?2",
               at.part, at.host_id, claim.fence.epoch, number_of(HostPlace::claimed));
  if (status)
    status =
        db.run("INSERT INTO lease(part, host_id, session, epoch, ip) VALUES (?1, ?2, ?3, ?4, '')",
               at.part, at.host_id, claim.fence.session, claim.fence.epoch);
  return status;
}

// Turns the claim into a lease.
Status close_address(Sqlite& db, HostColumns at, SessionId session, const std::string& address) {
  Status status = db.run("INSERT INTO ip_lease(ip, part, host_id, session) VALUES (?1, ?2, ?3, ?4)",
                         address, at.part, at.host_id, session);
  if (status)
    status = db.run("UPDATE lease SET ip = ?3 WHERE part = ?1 AND host_id = ?2", at.part,
                    at.host_id, address);
  return status;
}

// Ends the claim; the host waits for the address.
Status wait_for_address(Sqlite& db, const Held& held, const std::string& address) {
  Status status = end_lease(db, held.at, {});
  if (status)
    status = db.run("INSERT INTO ip_wait(ip, score, part, host_id) VALUES (?1, ?2, ?3, ?4)",
                    address, held.score, held.at.part, held.at.host_id);
  if (status) status = set_place(db, held.at, HostPlace::waiting);
  return status;
}

}  // namespace

Status check_fence(Sqlite& db, const LeaseFence& fence) { return status_of(find_held(db, fence)); }

Result<std::vector<HostClaim>> SqliteCatalog::claim_hosts(SessionId session, unsigned partition,
                                                          std::size_t count_max, Time now) {
  require(partition < kPartitionCount, "there is such a partition");
  std::vector<HostClaim> claims;
  const Status status = transact_soon([&]() -> Status {
    const auto alive =
        db_->number("SELECT 1 FROM session WHERE id = ?1 AND expires > ?2", session, micros(now));
    if (!alive) return std::unexpected(alive.error());
    if (!*alive) return no_session(session);
    Status moved = move_due(*db_, partition, now);
    if (!moved) return moved;
    auto best = best_ready(*db_, session, partition, count_max);
    if (!best) return std::unexpected(best.error());
    for (const HostClaim& claim : *best) {
      const Status taken = take(*db_, claim);
      if (!taken) return taken;
    }
    claims = *std::move(best);
    return {};
  });
  if (!status) return std::unexpected(status.error());
  return claims;
}

Result<LeaseAnswer> SqliteCatalog::lease_host(const LeaseFence& claim, const std::string& address,
                                              std::int64_t address_cap) {
  require(!address.empty() && address_cap > 0, "a lease has an address that somebody may visit");
  LeaseAnswer answer = LeaseAnswer::leased;
  const Status status = transact_soon([&]() -> Status {
    const auto held = find_held(*db_, claim);
    if (!held) return std::unexpected(held.error());
    if (!held->leased_address.empty())
      return refuse(Errc::invalid, fmt::format("host \"{}\" is leased already at {}",
                                               visible(claim.host.key()), held->leased_address));
    const auto out = db_->number("SELECT count(*) FROM ip_lease WHERE ip = ?1", address);
    if (!out) return std::unexpected(out.error());
    const HostColumns at = held->at;
    if (out->value_or(0) >= address_cap) answer = LeaseAnswer::waits;
    Status done = answer == LeaseAnswer::leased ? close_address(*db_, at, claim.session, address)
                                                : wait_for_address(*db_, *held, address);
    if (!done || held->last_address == address) return done;
    done = db_->run("UPDATE host SET ip = ?3 WHERE part = ?1 AND host_id = ?2", at.part, at.host_id,
                    address);
    if (!done) return done;
    if (auto woken = wake(*db_, held->last_address); !woken) return std::unexpected(woken.error());
    return {};
  });
  if (!status) return std::unexpected(status.error());
  return answer;
}

Result<std::optional<unsigned>> SqliteCatalog::release_host(const LeaseFence& fence,
                                                            const HostRelease& release, Time now) {
  std::optional<unsigned> woken_partition;
  const Status status = transact_soon([&]() -> Status {
    const auto held = find_held(*db_, fence);
    if (!held) return std::unexpected(held.error());
    const HostColumns at = held->at;
    Status done = end_lease(*db_, at, held->leased_address);
    HostPlace place = HostPlace::retired;
    if (done && (release.next_due ? *release.next_due <= now : held->is_woken)) {
      place = HostPlace::ready;
      done = put_ready(*db_, at, release.due_value);
    } else if (done && release.next_due) {
      place = HostPlace::due;
      done = db_->run("INSERT INTO due(part, next_due, host_id) VALUES (?1, ?2, ?3)", at.part,
                      micros(*release.next_due), at.host_id);
    }
    if (done)
      done = db_->run(
          "UPDATE host SET place = ?3, score = ?4, due_value = ?4, next_due = ?5, "
          "continuation = ?6, report = ?7, woken = 0 WHERE part = ?1 AND host_id = ?2",
          at.part, at.host_id, number_of(place), release.due_value,
          release.next_due ? SqlValue(micros(*release.next_due)) : SqlValue(std::nullopt),
          release.continuation, release.report);
    if (!done) return done;
    auto woken =
        wake(*db_, held->leased_address.empty() ? held->last_address : held->leased_address);
    if (!woken) return std::unexpected(woken.error());
    woken_partition = *woken;
    return {};
  });
  if (!status) return std::unexpected(status.error());
  return woken_partition;
}

}  // namespace freshet
