#include "sqlite/sqlite_file.h"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "base/escape.h"
#include "base/system_failure.h"

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

// The file to open, and how. It borrows all of it for one call.
struct Wanted {
  Disk& disk;
  const std::string& path;
  const SqliteKind& kind;
  const SchemaSteps& schema;
  const SqliteFileOptions& options;

  std::unexpected<Error> refuse(Errc code, std::string_view why) const {
    return std::unexpected(
        Error{code, fmt::format("{} \"{}\": {}", kind.noun, visible(path), why)});
  }
  std::unexpected<Error> refuse_as_foreign() const {
    return refuse(Errc::invalid, fmt::format("this file is not a {} of freshet", kind.noun));
  }
  SqliteOpening opening(SqliteOpening::Mode mode) const {
    return {
        .mode = mode, .vfs = options.vfs, .busy_ms_max = options.busy_ms_max, .noun = kind.noun};
  }
};

// Creates the file if it is missing, and takes the rights of others away. SQLite gives the files
// beside it the same rights. A file that exists is not opened here: closing any descriptor of it
// drops the locks that the connections of this process have on it (POSIX), and then another program
// deletes the log under them (https://www.sqlite.org/howtocorrupt.html, 2.2).
Status make_private(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file >= 0)
    ::close(file);
  else if (errno != EEXIST)
    return system_failure("cannot open", path, errno);
  if (::chmod(path.c_str(), 0600) != 0) return system_failure("cannot make private", path, errno);
  return {};
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

// Returns Errc::invalid unless this program can read the file. An older one is accepted only with
// `upgrades`.
Status accept(const Wanted& wanted, const Identity& found, bool upgrades) {
  if (found.application != wanted.kind.application_id) return wanted.refuse_as_foreign();
  const std::int64_t newest = wanted.schema.newest();
  if (found.version > newest)
    return wanted.refuse(Errc::invalid,
                         fmt::format("it was written by a newer freshet (version {} of its tables; "
                                     "this program knows {})",
                                     found.version, newest));
  if (found.version < newest && !upgrades)
    return wanted.refuse(Errc::invalid,
                         fmt::format("its tables are of version {}; open it once for writing to "
                                     "upgrade them to {}",
                                     found.version, newest));
  return {};
}

// Checks the header of the file before SQLite opens it in earnest, since that can leave files
// beside it. A file that is clearly not ours is refused here. The header is read by SQLite, without
// locks, for the reason given at make_private.
Status peek(const Wanted& wanted) {
  if (!wanted.disk.exists(wanted.path)) return {};
  if (::faccessat(AT_FDCWD, wanted.path.c_str(), R_OK, AT_EACCESS) != 0)
    return system_failure("cannot open", wanted.path, errno);
  const auto db = Sqlite::open(wanted.path, wanted.opening(SqliteOpening::Mode::read_immutable));
  if (!db) return {};  // a proper attempt says why
  const auto application = (*db)->number("PRAGMA application_id");
  const auto version = (*db)->number("PRAGMA user_version");
  // A file that another connection is just writing can look damaged, but has a header.
  if (!application && application.error().code == Errc::invalid)
    return std::unexpected(application.error());
  if (!application || !version) return {};
  if (application->value_or(0) == 0) return {};  // perhaps new, and all of it still in the log
  return accept(wanted, {.application = **application, .version = version->value_or(0)}, true);
}

// Runs all steps in one transaction: after a crash the file is of the old version or of the new
// one.
Status upgrade(Sqlite& db, const Wanted& wanted) {
  return db.transact(Sqlite::Sync::full, [&]() -> Status {
    const auto found = identify(db);  // again: another may have been faster
    if (!found) return std::unexpected(found.error());
    const std::int64_t newest = wanted.schema.newest();
    if (!found->is_empty()) {
      Status status = accept(wanted, *found, true);
      if (!status || found->version == newest) return status;
      status = copy_sqlite_file(wanted.disk, wanted.path, wanted.kind,
                                fmt::format("{}.v{}.bak", wanted.path, found->version),
                                wanted.options.vfs);
      if (!status) return status;
    }
    for (std::int64_t version = found->version; version < newest; ++version) {
      Status status = wanted.schema.steps[static_cast<std::size_t>(version)](db);
      if (!status) return status;
    }
    return db.execute(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}",
                                  wanted.kind.application_id, newest));
  });
}

Status set_up(Sqlite& db, const SqliteFileOptions& options) {
  return db.execute(fmt::format("PRAGMA cache_size=-{}; PRAGMA temp_store=MEMORY",
                                std::max<std::size_t>(options.cache_bytes >> 10, 64)));
}

Status use_write_ahead_log(Sqlite& db, const Wanted& wanted) {
  SqlRows rows = db.rows("PRAGMA journal_mode=WAL");
  const bool is_wal = rows.next() && rows.text(0) == "wal";
  if (!rows.status()) return rows.status();
  if (!is_wal) return wanted.refuse(Errc::unavailable, "it cannot have a write-ahead log here");
  db.keep_wal_file();
  return db.execute(fmt::format("PRAGMA wal_autocheckpoint={}; PRAGMA journal_size_limit={}",
                                kWalPagesMax, kWalBytesKept));
}

Result<std::unique_ptr<Sqlite>> open_to_write(const Wanted& wanted) {
  if (wanted.kind.is_private) {
    const Status status = make_private(wanted.path);
    if (!status) return std::unexpected(status.error());
  }
  auto db = Sqlite::open(wanted.path, wanted.opening(SqliteOpening::Mode::write));
  if (!db) return db;
  (*db)->copy_log_on_close(false);  // until it is known to be ours
  const auto found = identify(**db);
  if ((*db)->is_read_only_file() || (!found && found.error().code == Errc::denied))
    return wanted.refuse(Errc::denied,
                         "it cannot be written: the file or its directory is read-only");
  if (!found) return std::unexpected(found.error());
  if (!found->is_empty()) {
    const Status status = accept(wanted, *found, true);
    if (!status) return std::unexpected(status.error());
  }
  (*db)->copy_log_on_close(true);
  Status status = set_up(**db, wanted.options);
  if (status) status = use_write_ahead_log(**db, wanted);
  if (status && found->version < wanted.schema.newest()) {
    status = upgrade(**db, wanted);
    if (status) status = wanted.disk.sync_directory(parent_directory(wanted.path));
  }
  if (!status) return std::unexpected(status.error());
  return db;
}

// A reader beside a writer shares its log. In a directory that cannot be written, SQLite cannot
// make the files that this needs. If there is no log either, then the file is complete and nobody
// changes it. While another connection has a lock, somebody may.
Result<std::unique_ptr<Sqlite>> open_to_read(const Wanted& wanted) {
  if (!wanted.disk.exists(wanted.path))
    return wanted.refuse(Errc::not_found, "there is no such file");
  auto db = Sqlite::open(wanted.path, wanted.opening(SqliteOpening::Mode::read));
  Result<Identity> found = db ? identify(**db) : std::unexpected(db.error());
  if (!found && found.error().code != Errc::invalid && !(db && (*db)->was_busy())) {
    const std::string log = wanted.path + "-wal";
    const auto in_log = read_whole(wanted.disk, log, 0);  // Errc::limit if it is not empty
    if (!in_log && in_log.error().code == Errc::limit)
      return wanted.refuse(
          Errc::denied,
          fmt::format("its newest rows are in \"{}\", and to read them here its directory "
                      "must be writable",
                      visible(log)));
    db = Sqlite::open(wanted.path, wanted.opening(SqliteOpening::Mode::read_immutable));
    found = db ? identify(**db) : std::unexpected(db.error());
  }
  if (!found) return std::unexpected(found.error());
  (*db)->copy_log_on_close(false);
  Status status = accept(wanted, *found, false);
  if (status) status = set_up(**db, wanted.options);
  if (!status) return std::unexpected(status.error());
  return db;
}

Status sync_file(Disk& disk, const std::string& path) {
  auto file = disk.open(path, Access::write);
  if (!file) return std::unexpected(file.error());
  return (*file)->sync();
}

}  // namespace

Result<std::unique_ptr<Sqlite>> open_sqlite_file(Disk& disk, const std::string& path,
                                                 const SqliteKind& kind, const SchemaSteps& schema,
                                                 const SqliteFileOptions& options) {
  const Wanted wanted{disk, path, kind, schema, options};
  const Status peeked = peek(wanted);
  if (!peeked) return std::unexpected(peeked.error());
  return options.writes ? open_to_write(wanted) : open_to_read(wanted);
}

Status copy_sqlite_file(Disk& disk, const std::string& path, const SqliteKind& kind,
                        const std::string& copy, const std::string& vfs) {
  const std::string part = copy + ".part";
  if (disk.exists(part)) {
    Status removed = disk.remove(part);
    if (!removed) return removed;
  }
  auto reader =
      Sqlite::open(path, {.mode = SqliteOpening::Mode::read, .vfs = vfs, .noun = kind.noun});
  if (!reader) return std::unexpected(reader.error());
  (*reader)->copy_log_on_close(false);
  Status status = kind.is_private ? make_private(part) : Status();
  if (status) status = (*reader)->run("VACUUM INTO ?1", part);
  if (status) status = sync_file(disk, part);
  if (status) status = disk.rename(part, copy);
  if (status) return disk.sync_directory(parent_directory(copy));
  // Perhaps the disk is full: then it is so because of this part.
  if (disk.exists(part)) static_cast<void>(disk.remove(part));
  return status;
}

}  // namespace freshet
