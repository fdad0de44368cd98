// Version 3 of the schema: the history of page changes. docs/formats/catalog.md explains every
// column.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "catalog/sqlite_catalog_class.h"
#include "catalog/sqlite_tables.h"

namespace freshet {
namespace {

// Page ids rise, so beliefs of new pages are appended.
constexpr const char* kHistoryTables = R"sql(
CREATE TABLE trait(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO trait VALUES ('incarnation', lower(hex(randomblob(8))));

CREATE TABLE page_check(
  page_id INTEGER NOT NULL,
  time INTEGER NOT NULL,
  outcome INTEGER NOT NULL,
  class INTEGER NOT NULL,
  meaningful INTEGER NOT NULL,
  status INTEGER NOT NULL,
  score REAL NOT NULL,
  bytes INTEGER NOT NULL,
  stages TEXT NOT NULL,
  PRIMARY KEY (page_id, time)) WITHOUT ROWID;

CREATE TABLE belief(
  page_id INTEGER PRIMARY KEY,
  state INTEGER NOT NULL,
  depth INTEGER NOT NULL,
  first_group INTEGER NOT NULL,
  first_rate REAL NOT NULL,
  rate_group INTEGER NOT NULL,
  rate REAL NOT NULL,
  rate_low REAL NOT NULL,
  rate_high REAL NOT NULL,
  weight REAL NOT NULL,
  checks INTEGER NOT NULL,
  changes INTEGER NOT NULL,
  misses INTEGER NOT NULL,
  unmodified INTEGER NOT NULL,
  checked INTEGER,
  changed INTEGER,
  next_check INTEGER,
  why TEXT NOT NULL);

CREATE TABLE event_log(
  first INTEGER PRIMARY KEY,
  count INTEGER NOT NULL,
  events TEXT NOT NULL);
)sql";

// The words of ChangeClass (change/judge.h).
std::string class_text(std::string_view column) {
  return fmt::format(
      "CASE {} WHEN 0 THEN 'none' WHEN 1 THEN 'cosmetic' WHEN 2 THEN 'minor' WHEN 3 THEN 'major' "
      "WHEN 4 THEN 'removed' WHEN 5 THEN 'structure changed' END",
      column);
}

}  // namespace

std::string change_history_view(std::string_view more) {
  return fmt::format(R"sql(
CREATE VIEW change_history AS
SELECT p.url AS url, {} AS time,
       CASE c.outcome WHEN 1 THEN 'same' WHEN 2 THEN 'changed' WHEN 3 THEN 'gone'
         WHEN 4 THEN 'back' WHEN 5 THEN 'failed' END AS outcome,
       {} AS class, c.meaningful AS meaningful, c.score AS score, c.status AS status,
       c.bytes AS bytes, c.stages AS stages{}
FROM page_check c JOIN page p ON p.id = c.page_id;
)sql",
                     time_text("c.time"), class_text("c.class"), more);
}

std::string predictions_view(std::string_view more) {
  return fmt::format(R"sql(
CREATE VIEW predictions AS
SELECT p.url AS url, b.rate AS rate, b.rate_low AS low, b.rate_high AS high,
       b.rate_group AS "group", {} AS next_check,
       CASE b.state WHEN 1 THEN 'watched' WHEN 2 THEN 'gone' WHEN 3 THEN 'faded' END AS state,
       b.checks AS checks, b.changes AS changes, b.why AS why{}
FROM belief b JOIN page p ON p.id = b.page_id;
)sql",
                     time_text("b.next_check"), more);
}

std::string events_view(std::string_view more_kinds) {
  const std::string field = "json_extract(e.value, '$[{}]')";
  const auto column = [&](int index) { return fmt::format(fmt::runtime(field), index); };
  return fmt::format(R"sql(
CREATE VIEW events AS
SELECT l.first + e.key AS number,
       CASE {} WHEN 1 THEN 'added' WHEN 2 THEN 'changed' WHEN 3 THEN 'removed'{} END AS change,
       {} AS url, {} AS time, CASE {} WHEN 2 THEN {} END AS class, 'sha1:' || {} AS digest,
       {} AS before, 'sha1:' || {} AS digest_before
FROM event_log l, json_each(l.events) e;
)sql",
                     column(0), more_kinds, column(1), time_text(column(2)), column(0),
                     class_text(column(3)), column(4), time_text(column(5)), column(6));
}

namespace {

// Adds events for the pages of a catalog that is older than its events, so that followers learn of
// these pages first.
Status add_known_pages(Sqlite& db) {
  constexpr std::int64_t kEventsAtOnce = 1000;
  PageId last = 0;
  for (;;) {
    std::vector<PageEvent> events;
    std::int64_t pages = 0;
    {
      SqlRows rows = db.rows(
          "SELECT p.id, p.url, s.time, s.payload FROM page p LEFT JOIN snapshot s "
          "ON s.page_id = p.id AND s.status BETWEEN 200 AND 299 AND (s.time, s.file, s.offset) = "
          "(SELECT n.time, n.file, n.offset FROM snapshot n "
          "WHERE n.page_id = p.id AND n.kind IN (1, 2, 4) "
          "ORDER BY n.time DESC, n.file DESC, n.offset DESC LIMIT 1) "
          "WHERE p.id > ?1 ORDER BY p.id LIMIT ?2",
          last, kEventsAtOnce);
      for (; rows.next(); ++pages) {
        last = rows.integer(0);
        const std::string_view payload = rows.text(3);
        Sha1Digest digest;
        if (payload.size() != digest.bytes.size()) continue;
        std::copy(payload.begin(), payload.end(), digest.bytes.begin());
        events.push_back({.kind = EventKind::added,
                          .url = std::string(rows.text(1)),
                          .time = Time(Duration(rows.integer(2))),
                          .digest = digest});
      }
      if (!rows.status()) return rows.status();
    }
    std::vector<const PageEvent*> all;
    for (const PageEvent& event : events) all.push_back(&event);
    const Status status = append_events(db, all);
    if (!status || pages < kEventsAtOnce) return status;
  }
}

}  // namespace

Status add_history_tables(Sqlite& db) {
  const Status status =
      db.execute(kHistoryTables + change_history_view() + predictions_view() + events_view());
  return status ? add_known_pages(db) : status;
}

}  // namespace freshet
