// Version 4 of the schema: reported times of changes, and links that pages have lost.
// docs/formats/catalog.md explains every column.
#include <fmt/format.h>

#include "catalog/sqlite_tables.h"

namespace freshet {

Status add_told_columns(Sqlite& db) {
  return db.execute(R"sql(
ALTER TABLE page_check ADD COLUMN changed_at INTEGER;
ALTER TABLE page_check ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
ALTER TABLE belief ADD COLUMN first_changed INTEGER;
ALTER TABLE belief ADD COLUMN unlinked INTEGER;
DROP VIEW change_history;
DROP VIEW predictions;
)sql" + change_history_view(fmt::format(", {} AS changed_at", time_text("c.changed_at"))) +
                    predictions_view(fmt::format(", {} AS unlinked", time_text("b.unlinked"))));
}

}  // namespace freshet
