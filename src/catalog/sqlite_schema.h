// The tables of the catalog in SQLite, their versions, and the way from each version to the next.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "catalog/sqlite_catalog.h"
#include "sqlite/sqlite.h"

namespace freshet {

// "Frsh": in the header of the file, where file(1) finds it.
inline constexpr std::int64_t kCatalogApplicationId = 0x46727368;

// Step i leads from version i to i + 1; version 0 is an empty file. A new catalog goes through all
// of them, so an upgraded one and a new one are the same. Steps are added at the end and never
// changed.
struct SchemaSteps {
  std::vector<std::function<Status(Sqlite&)>> steps;

  std::int64_t newest() const { return static_cast<std::int64_t>(steps.size()); }
};

const SchemaSteps& catalog_schema();

// Opens a connection to a catalog of the newest version. A catalog that is opened for writing is
// created or upgraded first.
Result<std::unique_ptr<Sqlite>> open_catalog_file(Disk& disk, const std::string& path,
                                                  const CatalogOptions& options);

}  // namespace freshet
