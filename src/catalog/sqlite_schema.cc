#include "catalog/sqlite_schema.h"

namespace freshet {

Result<std::unique_ptr<Sqlite>> open_catalog_file(Disk& disk, const std::string& path,
                                                  const CatalogOptions& options) {
  constexpr SqliteKind kCatalog{.noun = "catalog", .application_id = kCatalogApplicationId};
  const SchemaSteps& schema = options.schema == nullptr ? catalog_schema() : *options.schema;
  return open_sqlite_file(disk, path, kCatalog, schema,
                          {.writes = options.access == CatalogAccess::write,
                           .busy_ms_max = options.busy_ms_max,
                           .cache_bytes = options.cache_bytes,
                           .vfs = options.vfs});
}

}  // namespace freshet
