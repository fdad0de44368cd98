#include "catalog/open_catalog.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "catalog/sqlite_catalog.h"

namespace freshet {
namespace {

constexpr std::string_view kSqlite = "sqlite:";

}  // namespace

std::string catalog_file(const std::string& archive_directory) {
  return fmt::format("{}/{}", archive_directory, kCatalogFile);
}

std::string sqlite_address(std::string_view path) { return fmt::format("{}{}", kSqlite, path); }

std::string catalog_address(const std::string& archive_directory) {
  return sqlite_address(catalog_file(archive_directory));
}

Result<std::unique_ptr<Catalog>> open_catalog(Disk& disk, std::string_view address,
                                              const CatalogOptions& options) {
  if (address.starts_with(kSqlite))
    return open_sqlite_catalog(disk, std::string(address.substr(kSqlite.size())), options);
  return std::unexpected(Error{
      Errc::invalid,
      fmt::format("\"{}\" is not the address of a catalog; use sqlite:PATH", visible(address))});
}

}  // namespace freshet
