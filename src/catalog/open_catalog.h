// Opens a catalog by its address. This is the only place that knows which kinds of catalog there
// are.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "catalog/catalog.h"

namespace freshet {

enum class CatalogAccess {
  read,   // changes nothing; sees what a writer commits meanwhile
  write,  // made if it is not there; upgraded if it is older
};

// The guarantee of commit() when it returns.
enum class CatalogSync {
  full,    // survives a loss of power
  normal,  // survives a crash of the program; the last commits may be lost with the power, whole
};

struct SchemaSteps;

struct CatalogOptions {
  CatalogAccess access = CatalogAccess::write;
  CatalogSync sync = CatalogSync::full;
  // How long to wait for another writer: the frontier and the sink of one run write in turns, and a
  // commit on a slow disk takes seconds. Other programs are kept out by the lock of the archive.
  int busy_ms_max = 60'000;
  std::size_t cache_bytes = std::size_t{64} << 20;  // pages of the file kept in memory
  std::string vfs = {};                 // SQLite's name of the file layer; empty: default
  const SchemaSteps* schema = nullptr;  // null: ours. Tests bring steps of their own
};

// The file in an archive's directory that is its catalog on one machine.
inline constexpr std::string_view kCatalogFile = "catalog.sqlite";
std::string catalog_file(const std::string& archive_directory);

std::string sqlite_address(std::string_view path);  // "sqlite:PATH"

// The address of an archive's own catalog: "sqlite:DIRECTORY/catalog.sqlite".
std::string catalog_address(const std::string& archive_directory);

// Opens the catalog at `address`: "sqlite:PATH" (docs/formats/catalog.md). Fails with one sentence:
// Errc::not_found if there is none to read, Errc::invalid if the address has another form, if it is
// not a catalog or was written by a newer freshet, Errc::denied if it may not be read or written,
// Errc::unavailable if another is writing. `disk` is used for the backup that an upgrade leaves
// beside the file ("catalog.sqlite.v1.bak").
Result<std::unique_ptr<Catalog>> open_catalog(Disk& disk, std::string_view address,
                                              const CatalogOptions& options);

}  // namespace freshet
