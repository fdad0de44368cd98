// The tables of the catalog in SQLite, their versions, and the way from each version to the next.
#pragma once

#include <memory>
#include <string>

#include "base/disk.h"
#include "base/error.h"
#include "catalog/sqlite_catalog.h"
#include "sqlite/sqlite_file.h"

namespace freshet {

// "Frsh": in the header of the file, where file(1) finds it.
inline constexpr std::int64_t kCatalogApplicationId = 0x46727368;

const SchemaSteps& catalog_schema();

// Opens a connection to a catalog of the newest version. A catalog that is opened for writing is
// created or upgraded first.
Result<std::unique_ptr<Sqlite>> open_catalog_file(Disk& disk, const std::string& path,
                                                  const CatalogOptions& options);

}  // namespace freshet
