// The catalog in one SQLite file (docs/formats/catalog.md), for one machine.
#pragma once

#include <memory>
#include <string>

#include "base/disk.h"
#include "base/error.h"
#include "catalog/open_catalog.h"

namespace freshet {

// See open_catalog().
Result<std::unique_ptr<Catalog>> open_sqlite_catalog(Disk& disk, const std::string& path,
                                                     const CatalogOptions& options);

}  // namespace freshet
