// Version 6 of the schema: the origin of snapshots, answers that were cut, the number of commits.
// docs/formats/catalog.md explains every column.
#include <fmt/format.h>

#include "catalog/sqlite_tables.h"

namespace freshet {
namespace {

// A change is a content that differs from the content before it. Failures, redirects and
// confirmations are not content.
std::string content_changes_view() {
  return fmt::format(
      R"sql(
CREATE VIEW changes AS
SELECT {} AS time, p.url AS url, CASE WHEN s.before IS NULL THEN 'new' ELSE 'changed' END AS change,
       {} AS kind, s.status AS status, s.mime AS mime, 'sha1:' || lower(hex(s.payload)) AS digest,
       s.payload_bytes AS bytes
FROM (SELECT v.*, lag(v.payload) OVER
        (PARTITION BY v.page_id ORDER BY v.time, v.file, v.offset) AS before
      FROM snapshot v WHERE v.kind IN (1, 2, 4) AND v.cut = 0
        AND (v.status = 0 OR v.status BETWEEN 200 AND 299)) s
JOIN page p ON p.id = s.page_id
WHERE s.before IS NULL OR s.before <> s.payload;
)sql",
      time_text("s.time"), kind_text());
}

}  // namespace

Status add_origin_columns(Sqlite& db) {
  return db.execute(R"sql(
ALTER TABLE snapshot ADD COLUMN imported INTEGER NOT NULL DEFAULT 0;
ALTER TABLE snapshot ADD COLUMN cut INTEGER NOT NULL DEFAULT 0;
INSERT INTO counter VALUES ('commit', 0);
DROP VIEW changes;
)sql" + content_changes_view());
}

}  // namespace freshet
