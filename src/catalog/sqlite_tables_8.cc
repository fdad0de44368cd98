// Version 8 of the schema: captures. docs/formats/catalog.md explains every column.
#include "catalog/sqlite_tables.h"

namespace freshet {

Status add_capture_table(Sqlite& db) {
  return db.execute(R"sql(
CREATE TABLE capture(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  seeds TEXT NOT NULL,
  hosts TEXT NOT NULL,
  policy TEXT NOT NULL,
  eta REAL NOT NULL,
  revisits_max INTEGER,
  target REAL NOT NULL,
  rounds_max INTEGER NOT NULL,
  time_max INTEGER NOT NULL,
  began INTEGER NOT NULL,
  ended INTEGER,
  state INTEGER NOT NULL,
  outcome INTEGER NOT NULL,
  round INTEGER NOT NULL,
  round_began INTEGER NOT NULL,
  round_instant INTEGER,
  instant_from INTEGER,
  instant_until INTEGER,
  visited INTEGER NOT NULL,
  revisited INTEGER NOT NULL,
  coherent INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  unknown INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  pauses INTEGER NOT NULL,
  paused INTEGER NOT NULL,
  pause_cost REAL NOT NULL
);
)sql");
}

}  // namespace freshet
