// Version 10 of the schema: captures that fetch every page in full.
#include "catalog/sqlite_tables.h"

namespace freshet {

Status add_whole_column(Sqlite& db) {
  return db.execute("ALTER TABLE capture ADD COLUMN whole INTEGER NOT NULL DEFAULT 0");
}

}  // namespace freshet
