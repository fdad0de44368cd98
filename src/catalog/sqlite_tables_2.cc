// Version 2 of the schema: tables for crawls. docs/formats/catalog.md explains every column.
#include <fmt/format.h>

#include "catalog/sqlite_tables.h"

namespace freshet {
namespace {

constexpr const char* kCrawlTables = R"sql(
ALTER TABLE host ADD COLUMN report TEXT NOT NULL DEFAULT '';
ALTER TABLE host ADD COLUMN ns TEXT NOT NULL DEFAULT '';
ALTER TABLE host ADD COLUMN woken INTEGER NOT NULL DEFAULT 0;
CREATE INDEX host_known ON host(place) WHERE place = 0;
CREATE INDEX host_retired ON host(place) WHERE place = 5;

ALTER TABLE link_delta ADD COLUMN wakes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE link_delta ADD COLUMN url_hash INTEGER NOT NULL DEFAULT 0;

CREATE TABLE url_filter(
  part INTEGER NOT NULL,
  host_id INTEGER NOT NULL,
  bits BLOB NOT NULL,
  PRIMARY KEY (part, host_id)) WITHOUT ROWID;

CREATE TABLE wanted(
  part INTEGER NOT NULL,
  host_id INTEGER NOT NULL,
  url TEXT NOT NULL,
  is_page INTEGER NOT NULL,
  via TEXT NOT NULL,
  done INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (part, host_id, url)) WITHOUT ROWID;

CREATE TABLE url_note(
  part INTEGER NOT NULL,
  host_id INTEGER NOT NULL,
  url TEXT NOT NULL,
  time INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  detail TEXT NOT NULL,
  tries INTEGER NOT NULL,
  PRIMARY KEY (part, host_id, url)) WITHOUT ROWID;

CREATE TABLE crawl(
  id INTEGER PRIMARY KEY,
  began INTEGER NOT NULL,
  plan TEXT NOT NULL);
)sql";

std::string crawled_hosts_view() {
  return fmt::format(R"sql(
DROP VIEW hosts;
CREATE VIEW hosts AS
SELECT h.name AS host, h.part AS partition,
       (SELECT count(*) FROM page p WHERE p.part = h.part AND p.host_id = h.host_id) AS pages,
       CASE h.place WHEN 0 THEN 'known' WHEN 1 THEN 'ready' WHEN 2 THEN 'claimed'
         WHEN 3 THEN 'waiting' WHEN 4 THEN 'due' WHEN 5 THEN 'retired' END AS place,
       h.in_links AS in_links, h.score AS score, h.ip AS address, {} AS next_due,
       h.due_value AS due_value, h.epoch AS claims, h.ns AS name_servers, h.report AS report
FROM host h;
)sql",
                     time_text("h.next_due"));
}

std::string failures_view() {
  return fmt::format(R"sql(
CREATE VIEW failures AS
SELECT {} AS time, n.url AS url, h.name AS host, n.outcome AS outcome, n.tries AS tries,
       n.detail AS detail
FROM url_note n
LEFT JOIN host h ON h.part = n.part AND h.host_id = n.host_id;
)sql",
                     time_text("n.time"));
}

}  // namespace

Status add_crawl_tables(Sqlite& db) {
  return db.execute(kCrawlTables + crawled_hosts_view() + failures_view());
}

}  // namespace freshet
