// Version 7 of the schema: the templates of hosts. docs/formats/catalog.md explains every column.
#include "catalog/sqlite_tables.h"

namespace freshet {

Status add_template_table(Sqlite& db) {
  return db.execute(R"sql(
CREATE TABLE template(
  part INTEGER NOT NULL,
  host_id INTEGER NOT NULL,
  host TEXT NOT NULL,
  version INTEGER NOT NULL,
  learned INTEGER NOT NULL,
  packed BLOB NOT NULL,
  PRIMARY KEY (part, host_id, host)
);
)sql");
}

}  // namespace freshet
