// Version 1 of the schema. docs/formats/catalog.md explains every column.
#include "catalog/sqlite_tables.h"

#include <fmt/format.h>

#include <string>

#include "catalog/sqlite_schema.h"

namespace freshet {
namespace {

constexpr const char* kArchiveTables = R"sql(
CREATE TABLE counter(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO counter VALUES ('page', 0), ('session', 0);

CREATE TABLE file(
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,
  name TEXT NOT NULL,
  committed INTEGER NOT NULL,
  sealed INTEGER NOT NULL,
  of_file INTEGER NOT NULL);

CREATE TABLE page(
  part INTEGER NOT NULL,
  host_id INTEGER NOT NULL,
  url TEXT NOT NULL,
  id INTEGER NOT NULL,
  first_seen INTEGER NOT NULL,
  last_seen INTEGER NOT NULL,
  snapshots INTEGER NOT NULL,
  etag TEXT NOT NULL,
  last_modified TEXT NOT NULL,
  PRIMARY KEY (part, host_id, url)) WITHOUT ROWID;
CREATE UNIQUE INDEX page_by_id ON page(id);

CREATE TABLE snapshot(
  page_id INTEGER NOT NULL,
  time INTEGER NOT NULL,
  file INTEGER NOT NULL,
  offset INTEGER NOT NULL,
  length INTEGER NOT NULL,
  tags_offset INTEGER NOT NULL,
  tags_length INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  status INTEGER NOT NULL,
  mime TEXT NOT NULL,
  payload BLOB NOT NULL,
  payload_bytes INTEGER NOT NULL,
  lead INTEGER NOT NULL,
  PRIMARY KEY (page_id, time, file, offset)) WITHOUT ROWID;
CREATE UNIQUE INDEX snapshot_by_place ON snapshot(file, offset);
)sql";

constexpr const char* kFrontierTables = R"sql(
CREATE TABLE host(
  part INTEGER NOT NULL,
  host_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  place INTEGER NOT NULL DEFAULT 0,
  in_links INTEGER NOT NULL DEFAULT 0,
  score INTEGER NOT NULL DEFAULT 0,
  ip TEXT NOT NULL DEFAULT '',
  next_due INTEGER,
  due_value INTEGER NOT NULL DEFAULT 0,
  epoch INTEGER NOT NULL DEFAULT 0,
  continuation TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (part, host_id)) WITHOUT ROWID;

CREATE TABLE session(
  id INTEGER PRIMARY KEY,
  worker TEXT NOT NULL,
  expires INTEGER NOT NULL);

CREATE TABLE ready(
  part INTEGER NOT NULL,
  score INTEGER NOT NULL,
  host_id INTEGER NOT NULL,
  PRIMARY KEY (part, score DESC, host_id)) WITHOUT ROWID;

CREATE TABLE due(
  part INTEGER NOT NULL,
  next_due INTEGER NOT NULL,
  host_id INTEGER NOT NULL,
  PRIMARY KEY (part, next_due, host_id)) WITHOUT ROWID;

CREATE TABLE lease(
  part INTEGER NOT NULL,
  host_id INTEGER NOT NULL,
  session INTEGER NOT NULL,
  epoch INTEGER NOT NULL,
  ip TEXT NOT NULL,
  PRIMARY KEY (part, host_id)) WITHOUT ROWID;

CREATE TABLE ip_lease(
  ip TEXT NOT NULL,
  part INTEGER NOT NULL,
  host_id INTEGER NOT NULL,
  session INTEGER NOT NULL,
  PRIMARY KEY (ip, part, host_id)) WITHOUT ROWID;

CREATE TABLE ip_wait(
  ip TEXT NOT NULL,
  score INTEGER NOT NULL,
  part INTEGER NOT NULL,
  host_id INTEGER NOT NULL,
  PRIMARY KEY (ip, score DESC, part, host_id)) WITHOUT ROWID;

CREATE TABLE link_delta(
  part INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  host_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  inc INTEGER NOT NULL,
  PRIMARY KEY (part, seq)) WITHOUT ROWID;
)sql";

std::string pages_view() {
  return fmt::format(
      R"sql(
CREATE VIEW pages AS
SELECT p.url AS url, h.name AS host, {} AS first_seen, {} AS last_seen, p.snapshots AS snapshots,
       {} AS kind, s.status AS status, s.mime AS mime, 'sha1:' || lower(hex(s.payload)) AS digest,
       s.payload_bytes AS bytes, f.name AS file, s.offset AS offset
FROM page p
LEFT JOIN host h ON h.part = p.part AND h.host_id = p.host_id
LEFT JOIN snapshot s ON s.page_id = p.id AND (s.time, s.file, s.offset) =
  (SELECT n.time, n.file, n.offset FROM snapshot n WHERE n.page_id = p.id
   ORDER BY n.time DESC, n.file DESC, n.offset DESC LIMIT 1)
LEFT JOIN file f ON f.id = s.file;
)sql",
      time_text("p.first_seen"), time_text("p.last_seen"), kind_text());
}

std::string hosts_view() {
  return fmt::format(R"sql(
CREATE VIEW hosts AS
SELECT h.name AS host, h.part AS partition,
       (SELECT count(*) FROM page p WHERE p.part = h.part AND p.host_id = h.host_id) AS pages,
       CASE h.place WHEN 0 THEN 'known' WHEN 1 THEN 'ready' WHEN 2 THEN 'claimed'
         WHEN 3 THEN 'waiting' WHEN 4 THEN 'due' WHEN 5 THEN 'retired' END AS place,
       h.in_links AS in_links, h.score AS score, h.ip AS address, {} AS next_due,
       h.due_value AS due_value, h.epoch AS claims
FROM host h;
)sql",
                     time_text("h.next_due"));
}

// A change is a version whose payload differs from that of the version before it. Answers "not
// modified" and records made from another record are not versions of their own.
std::string changes_view() {
  return fmt::format(
      R"sql(
CREATE VIEW changes AS
SELECT {} AS time, p.url AS url, CASE WHEN s.before IS NULL THEN 'new' ELSE 'changed' END AS change,
       {} AS kind, s.status AS status, s.mime AS mime, 'sha1:' || lower(hex(s.payload)) AS digest,
       s.payload_bytes AS bytes
FROM (SELECT v.*, lag(v.payload) OVER
        (PARTITION BY v.page_id ORDER BY v.time, v.file, v.offset) AS before
      FROM snapshot v WHERE v.kind IN (1, 2, 4)) s
JOIN page p ON p.id = s.page_id
WHERE s.before IS NULL OR s.before <> s.payload;
)sql",
      time_text("s.time"), kind_text());
}

}  // namespace

std::string_view kind_text() {
  return "CASE s.kind WHEN 1 THEN 'response' WHEN 2 THEN 'revisit' WHEN 3 THEN 'not modified' "
         "WHEN 4 THEN 'resource' END";
}

std::string time_text(std::string_view column) {
  const std::string fraction = fmt::format("((({0}) % 1000000 + 1000000) % 1000000)", column);
  return fmt::format(
      "strftime('%Y-%m-%dT%H:%M:%S', (({0}) - {1}) / 1000000, 'unixepoch') || "
      "printf('.%06dZ', {1})",
      column, fraction);
}

const SchemaSteps& catalog_schema() {
  static const SchemaSteps schema{{
      [](Sqlite& db) {
        return db.execute(kArchiveTables + std::string(kFrontierTables) + pages_view() +
                          hosts_view() + changes_view());
      },
      add_crawl_tables,
      add_history_tables,
      add_told_columns,
      add_hops_column,
      add_origin_columns,
      add_template_table,
      add_capture_table,
      add_redesign_events,
      add_whole_column,
  }};
  return schema;
}

}  // namespace freshet
