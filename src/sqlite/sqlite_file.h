// Files of SQLite that are ours: each has an application id and a version of its tables, and the
// way from each version to the next is a step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "sqlite/sqlite.h"

namespace freshet {

// Step i leads from version i to i + 1; version 0 is an empty file. A new file goes through all of
// them, so an upgraded one and a new one are the same. Steps are added at the end and never
// changed.
struct SchemaSteps {
  std::vector<std::function<Status(Sqlite&)>> steps;

  std::int64_t newest() const { return static_cast<std::int64_t>(steps.size()); }
};

// The kind of a file.
struct SqliteKind {
  std::string_view noun;        // a literal: "catalog"; the word of its errors
  std::int64_t application_id;  // in the header of the file, where file(1) finds it
  bool is_private = false;      // only its owner may read it: mode 0600, its copies too
};

struct SqliteFileOptions {
  bool writes = true;  // made if it is not there; upgraded if it is older
  int busy_ms_max = 0;
  std::size_t cache_bytes = std::size_t{64} << 20;  // pages of the file kept in memory
  std::string vfs = {};                             // empty: SQLite's default
};

// Opens a connection to a file of the newest version. A file that is opened for writing is created
// or upgraded first; an upgrade leaves the old one beside it ("catalog.sqlite.v1.bak"). Fails with
// Errc::not_found if there is none to read, Errc::invalid if it is of another kind or was written
// by a newer program, Errc::denied if it may not be read or written, Errc::unavailable if another
// is writing.
Result<std::unique_ptr<Sqlite>> open_sqlite_file(Disk& disk, const std::string& path,
                                                 const SqliteKind& kind, const SchemaSteps& schema,
                                                 const SqliteFileOptions& options);

// Copies the file as it is at this moment to `copy`, through a connection of its own. The copy is
// whole or not there; it replaces an older one.
Status copy_sqlite_file(Disk& disk, const std::string& path, const SqliteKind& kind,
                        const std::string& copy, const std::string& vfs = {});

}  // namespace freshet
