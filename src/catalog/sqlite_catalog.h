// The catalog in one SQLite file (docs/formats/catalog.md), for one machine.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "base/disk.h"
#include "base/error.h"
#include "catalog/catalog.h"

namespace freshet {

enum class CatalogAccess {
  read,   // changes nothing; sees what a writer commits meanwhile
  write,  // made if it is not there; upgraded if it is older
};

// What commit() has done when it returns.
enum class CatalogSync {
  full,    // survives a loss of power
  normal,  // survives a crash of the program; the last commits may go with the power, whole
};

struct SchemaSteps;

struct SqliteCatalogOptions {
  CatalogAccess access = CatalogAccess::write;
  CatalogSync sync = CatalogSync::full;
  int busy_ms_max = 5000;                           // how long to wait for another writer
  std::size_t cache_bytes = std::size_t{64} << 20;  // pages of the file kept in memory
  std::string vfs = {};                 // SQLite's name of the file layer; empty: default
  const SchemaSteps* schema = nullptr;  // null: ours. Tests bring steps of their own
};

// Opens the catalog at `path`. Fails with one sentence: Errc::not_found if there is none to read,
// Errc::invalid if it is no catalog or was written by a newer freshet, Errc::denied if it may not
// be read or written, Errc::unavailable if another is writing. `disk` is used for the backup that
// an upgrade leaves beside the file ("catalog.sqlite.v1.bak").
Result<std::unique_ptr<Catalog>> open_sqlite_catalog(Disk& disk, const std::string& path,
                                                     const SqliteCatalogOptions& options);

}  // namespace freshet
