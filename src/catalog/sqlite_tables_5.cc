// Version 5 of the schema: the number of hops that led to a wanted URL. docs/formats/catalog.md
// explains every column.
#include "catalog/sqlite_tables.h"

namespace freshet {

Status add_hops_column(Sqlite& db) {
  return db.execute("ALTER TABLE wanted ADD COLUMN hops INTEGER NOT NULL DEFAULT 0");
}

}  // namespace freshet
