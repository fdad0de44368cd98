#include "catalog/sqlite_schema.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"

namespace freshet {
namespace {

// Past this many pages of 4 KiB the log is copied into the file; about as much is kept on disk.
constexpr std::int64_t kWalPagesMax = 8192;
constexpr std::int64_t kWalBytesKept = kWalPagesMax * 4096;

struct Identity {
  std::int64_t application = 0;
  std::int64_t version = 0;
  std::int64_t tables = 0;

  bool is_empty() const { return application == 0 && version == 0 && tables == 0; }
};

std::unexpected<Error> refuse(const std::string& path, Errc code, std::string_view why) {
  return std::unexpected(Error{code, fmt::format("catalog \"{}\": {}", visible(path), why)});
}

Result<Identity> identify(Sqlite& db) {
  Identity found;
  SqlRows rows = db.rows(
      "SELECT a.application_id, v.user_version, (SELECT count(*) FROM sqlite_schema) "
      "FROM pragma_application_id a, pragma_user_version v");
  if (rows.next())
    found = {.application = rows.integer(0), .version = rows.integer(1), .tables = rows.integer(2)};
  if (!rows.status()) return std::unexpected(rows.status().error());
  return found;
}

// Returns Errc::invalid unless the file is a catalog that this program can read. An older one is
// accepted only with `upgrades`.
Status accept(const std::string& path, const Identity& found, std::int64_t newest, bool upgrades) {
  if (found.application != kCatalogApplicationId)
    return refuse(path, Errc::invalid, "this file is not a catalog of freshet");
  if (found.version > newest)
    return refuse(path, Errc::invalid,
                  fmt::format("it was written by a newer freshet (version {} of its tables; this "
                              "program knows {})",
                              found.version, newest));
  if (found.version < newest && !upgrades)
    return refuse(path, Errc::invalid,
                  fmt::format("its tables are of version {}; open it once for writing to upgrade "
                              "them to {}",
                              found.version, newest));
  return {};
}

std::int64_t big_endian(std::string_view four_bytes) {
  std::int64_t value = 0;
  for (const char c : four_bytes) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

// Checks the header of the file (https://www.sqlite.org/fileformat.html, 1.3) before SQLite opens
// it, since opening can leave files beside it. A file that is clearly not ours is refused here.
Status peek(Disk& disk, const std::string& path, std::int64_t newest) {
  if (!disk.exists(path)) return {};
  auto file = disk.open(path, Access::read);
  if (!file) return std::unexpected(file.error());
  std::string header(100, '\0');
  const auto got = (*file)->read(0, header);
  if (!got) return std::unexpected(got.error());
  if (*got == 0) return {};
  const std::string_view view = header;
  if (*got < header.size() || !view.starts_with(std::string_view("SQLite format 3\0", 16)))
    return refuse(path, Errc::invalid, "this file is not a catalog of freshet");
  const std::int64_t application = big_endian(view.substr(68, 4));
  if (application == 0) return {};  // perhaps new, and all of it still in the log
  return accept(path, {.application = application, .version = big_endian(view.substr(60, 4))},
                newest, true);
}

// Copies the catalog as it is; the copy is whole or not there. It is made through a connection of
// its own, since this one holds the write lock.
Status back_up(Disk& disk, const std::string& path, const std::string& vfs, std::int64_t version) {
  const std::string backup = fmt::format("{}.v{}.bak", path, version);
  const std::string part = backup + ".part";
  if (disk.exists(part)) {
    Status removed = disk.remove(part);
    if (!removed) return removed;
  }
  auto reader = Sqlite::open(path, {.mode = SqliteOpening::Mode::read, .vfs = vfs});
  if (!reader) return std::unexpected(reader.error());
  (*reader)->copy_log_on_close(false);
  Status status = (*reader)->run("VACUUM INTO ?1", part);
  if (!status) return status;
  auto file = disk.open(part, Access::write);
  if (!file) return std::unexpected(file.error());
  status = (*file)->sync();
  if (!status) return status;
  status = disk.rename(part, backup);
  if (!status) return status;
  return disk.sync_directory(parent_directory(path));
}

// Runs all steps in one transaction: after a crash the catalog is of the old version or of the new
// one.
Status upgrade(Sqlite& db, Disk& disk, const std::string& vfs, const SchemaSteps& schema) {
  return db.transact(Sqlite::Sync::full, [&]() -> Status {
    const auto found = identify(db);  // again: another may have been faster
    if (!found) return std::unexpected(found.error());
    if (!found->is_empty()) {
      Status status = accept(db.path(), *found, schema.newest(), true);
      if (!status || found->version == schema.newest()) return status;
      status = back_up(disk, db.path(), vfs, found->version);
      if (!status) return status;
    }
    for (std::int64_t version = found->version; version < schema.newest(); ++version) {
      Status status = schema.steps[static_cast<std::size_t>(version)](db);
      if (!status) return status;
    }
    return db.execute(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}",
                                  kCatalogApplicationId, schema.newest()));
  });
}

Status set_up(Sqlite& db, const CatalogOptions& options) {
  return db.execute(fmt::format("PRAGMA cache_size=-{}; PRAGMA temp_store=MEMORY",
                                std::max<std::size_t>(options.cache_bytes >> 10, 64)));
}

Status use_write_ahead_log(Sqlite& db) {
  SqlRows rows = db.rows("PRAGMA journal_mode=WAL");
  const bool is_wal = rows.next() && rows.text(0) == "wal";
  if (!rows.status()) return rows.status();
  if (!is_wal) return refuse(db.path(), Errc::unavailable, "it cannot have a write-ahead log here");
  db.keep_wal_file();
  return db.execute(fmt::format("PRAGMA wal_autocheckpoint={}; PRAGMA journal_size_limit={}",
                                kWalPagesMax, kWalBytesKept));
}

Result<std::unique_ptr<Sqlite>> open_to_write(Disk& disk, const std::string& path,
                                              const CatalogOptions& options,
                                              const SchemaSteps& schema) {
  auto db = Sqlite::open(
      path,
      {.mode = SqliteOpening::Mode::write, .vfs = options.vfs, .busy_ms_max = options.busy_ms_max});
  if (!db) return db;
  (*db)->copy_log_on_close(false);  // until it is known to be ours
  const auto found = identify(**db);
  if ((*db)->is_read_only_file() || (!found && found.error().code == Errc::denied))
    return refuse(path, Errc::denied,
                  "it cannot be written: the file or its directory is read-only");
  if (!found) return std::unexpected(found.error());
  if (!found->is_empty()) {
    const Status status = accept(path, *found, schema.newest(), true);
    if (!status) return std::unexpected(status.error());
  }
  (*db)->copy_log_on_close(true);
  Status status = set_up(**db, options);
  if (status) status = use_write_ahead_log(**db);
  if (status && found->version < schema.newest()) {
    status = upgrade(**db, disk, options.vfs, schema);
    if (status) status = disk.sync_directory(parent_directory(path));
  }
  if (!status) return std::unexpected(status.error());
  return db;
}

// A reader beside a writer shares its log. In a directory that cannot be written, SQLite cannot
// make the files that this needs. If there is no log either, then the file is complete and nobody
// changes it.
Result<std::unique_ptr<Sqlite>> open_to_read(Disk& disk, const std::string& path,
                                             const CatalogOptions& options,
                                             const SchemaSteps& schema) {
  if (!disk.exists(path)) return refuse(path, Errc::not_found, "there is no such file");
  SqliteOpening how{.vfs = options.vfs, .busy_ms_max = options.busy_ms_max};
  Result<std::unique_ptr<Sqlite>> db = Sqlite::open(path, how);
  Result<Identity> found = db ? identify(**db) : std::unexpected(db.error());
  if (!found && found.error().code != Errc::invalid) {
    const std::string log = path + "-wal";
    const auto in_log = read_whole(disk, log, 0);  // Errc::limit if it is not empty
    if (!in_log && in_log.error().code == Errc::limit)
      return refuse(
          path, Errc::denied,
          fmt::format("its newest rows are in \"{}\", and to read them here its directory "
                      "must be writable",
                      visible(log)));
    how.mode = SqliteOpening::Mode::read_immutable;
    db = Sqlite::open(path, how);
    found = db ? identify(**db) : std::unexpected(db.error());
  }
  if (!found) return std::unexpected(found.error());
  (*db)->copy_log_on_close(false);
  Status status = accept(path, *found, schema.newest(), false);
  if (status) status = set_up(**db, options);
  if (!status) return std::unexpected(status.error());
  return db;
}

}  // namespace

Result<std::unique_ptr<Sqlite>> open_catalog_file(Disk& disk, const std::string& path,
                                                  const CatalogOptions& options) {
  const SchemaSteps& schema = options.schema == nullptr ? catalog_schema() : *options.schema;
  const Status peeked = peek(disk, path, schema.newest());
  if (!peeked) return std::unexpected(peeked.error());
  return options.access == CatalogAccess::write ? open_to_write(disk, path, options, schema)
                                                : open_to_read(disk, path, options, schema);
}

}  // namespace freshet
