// Checks that the catalog agrees with itself.
#include <fmt/format.h>

#include "base/escape.h"
#include "catalog/sqlite_catalog_class.h"

namespace freshet {
namespace {

// A query whose every row is a contradiction, named by its first column.
struct Contradiction {
  const char* what;
  const char* sql;
};

constexpr Contradiction kContradictions[] = {
    {"the page \"{}\" does not count its snapshots right",
     "SELECT p.url FROM page p LEFT JOIN (SELECT page_id, count(*) AS n, min(time) AS first, "
     "max(time) AS last FROM snapshot GROUP BY page_id) s ON s.page_id = p.id "
     "WHERE s.n IS NOT p.snapshots OR s.first IS NOT p.first_seen OR s.last IS NOT p.last_seen"},
    {"there are snapshots of page {}, but no such page",
     "SELECT s.page_id FROM snapshot s WHERE NOT EXISTS (SELECT 1 FROM page p WHERE p.id = "
     "s.page_id)"},
    {"there are snapshots in file {}, but no such file",
     "SELECT s.file FROM snapshot s WHERE NOT EXISTS (SELECT 1 FROM file f WHERE f.id = s.file)"},
    {"the digest of a snapshot in file {} is not 20 bytes long",
     "SELECT file FROM snapshot WHERE length(payload) <> 20"},
    {"the host of the page \"{}\" is missing",
     "SELECT p.url FROM page p WHERE (p.part, p.host_id) <> (0, 0) AND NOT EXISTS "
     "(SELECT 1 FROM host h WHERE h.part = p.part AND h.host_id = p.host_id)"},
    {"page {} has an id that was not given yet",
     "SELECT id FROM page WHERE id > (SELECT value FROM counter WHERE name = 'page')"},
    {"the host \"{}\" is not in the queue where its row says it is",
     "SELECT h.name FROM host h WHERE "
     "(h.place = 1) <> EXISTS (SELECT 1 FROM ready r WHERE r.part = h.part AND r.score = h.score "
     "AND r.host_id = h.host_id) OR "
     "(h.place = 2) <> EXISTS (SELECT 1 FROM lease l WHERE l.part = h.part AND l.host_id = "
     "h.host_id AND l.epoch = h.epoch) OR "
     "(h.place = 3) <> EXISTS (SELECT 1 FROM ip_wait w WHERE w.ip = h.ip AND w.score = h.score "
     "AND w.part = h.part AND w.host_id = h.host_id) OR "
     "(h.place = 4) <> EXISTS (SELECT 1 FROM due d WHERE d.part = h.part AND d.next_due = "
     "h.next_due AND d.host_id = h.host_id)"},
    {"the queues have {} rows that no host accounts for",
     "SELECT q.n - h.n FROM (SELECT (SELECT count(*) FROM ready) + (SELECT count(*) FROM lease) + "
     "(SELECT count(*) FROM ip_wait) + (SELECT count(*) FROM due) AS n) q, "
     "(SELECT count(*) AS n FROM host WHERE place IN (1, 2, 3, 4)) h WHERE q.n <> h.n"},
    {"host {} is leased by a session that is not there",
     "SELECT l.host_id FROM lease l WHERE NOT EXISTS (SELECT 1 FROM session s WHERE s.id = "
     "l.session)"},
    {"the address {} is closed for a host that is not leased there",
     "SELECT i.ip FROM ip_lease i WHERE NOT EXISTS (SELECT 1 FROM lease l WHERE l.part = i.part "
     "AND l.host_id = i.host_id AND l.ip = i.ip AND l.session = i.session)"},
    {"the address {} is leased but not closed",
     "SELECT l.ip FROM lease l WHERE l.ip <> '' AND NOT EXISTS (SELECT 1 FROM ip_lease i WHERE "
     "i.ip = l.ip AND i.part = l.part AND i.host_id = l.host_id)"},
    {"hosts wait for the address {}, which nobody will free",
     "SELECT DISTINCT w.ip FROM ip_wait w WHERE NOT EXISTS (SELECT 1 FROM ip_lease i WHERE i.ip = "
     "w.ip) AND NOT EXISTS (SELECT 1 FROM host h WHERE h.ip = w.ip AND h.place IN (1, 2))"},
    {"the filter of URLs of host {} has a length that none has",
     "SELECT host_id FROM url_filter WHERE length(bits) NOT IN (0, 256) AND "
     "(length(bits) > 254 OR length(bits) % 2 <> 0)"},
    {"links wake host {}, which nobody held",
     "SELECT host_id FROM host WHERE woken <> 0 AND place NOT IN (1, 2, 3)"},
    {"there are checks of page {}, but no such page",
     "SELECT c.page_id FROM page_check c WHERE NOT EXISTS (SELECT 1 FROM page p WHERE p.id = "
     "c.page_id)"},
    {"something is believed of page {}, but there is no such page",
     "SELECT b.page_id FROM belief b WHERE NOT EXISTS (SELECT 1 FROM page p WHERE p.id = "
     "b.page_id)"},
    {"the events from number {} on are not as many as their row says",
     "SELECT first FROM event_log WHERE CASE WHEN json_valid(events) THEN "
     "json_array_length(events) END IS NOT count OR count < 1"},
    {"the event before number {} is missing",
     "SELECT first FROM (SELECT first, lag(first + count, 1, 1) OVER (ORDER BY first) AS next "
     "FROM event_log) WHERE first <> next"},
    {"it has no incarnation{}",
     "SELECT '' WHERE NOT EXISTS (SELECT 1 FROM trait WHERE name = 'incarnation' AND value <> '')"},
};

std::unexpected<Error> corrupt(const Sqlite& db, std::string_view what) {
  return std::unexpected(
      Error{Errc::corrupt, fmt::format("catalog \"{}\": {}", visible(db.path()), what)});
}

Status check_file(Sqlite& db) {
  SqlRows rows = db.rows("PRAGMA integrity_check(1)");
  if (!rows.next()) return rows.status() ? corrupt(db, "it cannot be checked") : rows.status();
  if (rows.text(0) != "ok") return corrupt(db, visible(rows.text(0)));
  return {};
}

Status check_rows(Sqlite& db) {
  for (const Contradiction& contradiction : kContradictions) {
    SqlRows rows = db.rows(contradiction.sql);
    if (rows.next())
      return corrupt(db, fmt::format(fmt::runtime(contradiction.what), visible(rows.text(0))));
    if (!rows.status()) return rows.status();
  }
  return {};
}

}  // namespace

Status SqliteCatalog::check() {
  const bool is_held = db_->in_transaction();
  std::unique_ptr<CatalogMoment> moment;
  if (!is_held) {
    auto held = hold_moment();
    if (!held) return std::unexpected(held.error());
    moment = *std::move(held);
  }
  Status status = check_file(*db_);
  if (status) status = check_rows(*db_);
  return status;
}

}  // namespace freshet
