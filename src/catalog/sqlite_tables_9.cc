// Version 9 of the schema: the event that a site was redesigned.
#include "catalog/sqlite_tables.h"

namespace freshet {

Status add_redesign_events(Sqlite& db) {
  return db.execute("DROP VIEW events;" + events_view(" WHEN 4 THEN 'redesigned'"));
}

}  // namespace freshet
