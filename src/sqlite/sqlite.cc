#include "sqlite/sqlite.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include "base/check.h"
#include "base/escape.h"

namespace freshet {
namespace {

Errc code_for(int sqlite_code) {
  switch (sqlite_code & 0xff) {
    case SQLITE_FULL:
    case SQLITE_TOOBIG:
    case SQLITE_NOMEM:
      return Errc::limit;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return Errc::denied;
    case SQLITE_CORRUPT:
      return Errc::corrupt;
    case SQLITE_NOTADB:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
      return Errc::invalid;
    default:
      return Errc::unavailable;
  }
}

// The file: URI of a path, so that it can carry options.
std::string uri_of(const std::string& path, std::string_view query) {
  std::string uri = path.starts_with('/') ? "file://" : "file:";
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#')
      fmt::format_to(std::back_inserter(uri), "%{:02x}", static_cast<unsigned char>(c));
    else
      uri += c;
  }
  return uri.append(query);
}

int bind(sqlite3_stmt* statement, int index, const SqlValue& value, bool copies) {
  // SQLite's own constant is a cast from an integer to a function.
  const sqlite3_destructor_type lifetime = copies ? SQLITE_TRANSIENT : SQLITE_STATIC;
  switch (value.kind) {
    case SqlValue::Kind::integer:
      return sqlite3_bind_int64(statement, index, value.number);
    case SqlValue::Kind::real:
      return sqlite3_bind_double(statement, index, value.real);
    case SqlValue::Kind::text:
      return sqlite3_bind_text64(statement, index, value.bytes.empty() ? "" : value.bytes.data(),
                                 value.bytes.size(), lifetime, SQLITE_UTF8);
    case SqlValue::Kind::blob:
      return sqlite3_bind_blob64(statement, index, value.bytes.empty() ? "" : value.bytes.data(),
                                 value.bytes.size(), lifetime);
    case SqlValue::Kind::null:
      return sqlite3_bind_null(statement, index);
  }
  return SQLITE_MISUSE;
}

}  // namespace

// --- rows

SqlRows::SqlRows(Sqlite& db, const char* sql, std::span<const SqlValue> values, bool copies)
    : db_(db) {
  const auto statement = db.prepared(sql);
  if (!statement) {
    status_ = std::unexpected(statement.error());
    return;
  }
  statement_ = *statement;
  require(!sqlite3_stmt_busy(statement_), "a statement is used once at a time");
  int index = 0;
  for (const SqlValue& value : values) {
    const int code = bind(statement_, ++index, value, copies);
    if (code != SQLITE_OK) status_ = std::unexpected(db.error(code));
  }
}

SqlRows::~SqlRows() {
  if (statement_ == nullptr) return;
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

bool SqlRows::next() {
  if (!status_) return false;
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) status_ = std::unexpected(db_.error(code));
  return false;
}

std::int64_t SqlRows::integer(int column) const { return sqlite3_column_int64(statement_, column); }

double SqlRows::real(int column) const { return sqlite3_column_double(statement_, column); }

bool SqlRows::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

std::string_view SqlRows::text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  return size == 0
             ? std::string_view()
             : std::string_view(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

// --- the connection

void Sqlite::Close::operator()(sqlite3* db) const { sqlite3_close_v2(db); }
void Sqlite::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Result<std::unique_ptr<Sqlite>> Sqlite::open(const std::string& path, const SqliteOpening& how) {
  std::unique_ptr<Sqlite> made(new Sqlite(path, how.noun));
  made->may_write_ = how.mode == SqliteOpening::Mode::write;
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  std::string name = path;
  if (made->may_write_) {
    flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  } else {
    flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI;
    name =
        uri_of(path, how.mode == SqliteOpening::Mode::read_immutable ? "?immutable=1" : "?mode=ro");
  }
  sqlite3* db = nullptr;
  const int code =
      sqlite3_open_v2(name.c_str(), &db, flags, how.vfs.empty() ? nullptr : how.vfs.c_str());
  made->db_.reset(db);
  if (code != SQLITE_OK) return std::unexpected(made->error(code));
  sqlite3_busy_timeout(db, how.busy_ms_max);
  return made;
}

Error Sqlite::error(int code) const {
  const int kind = code & 0xff;
  std::string why;
  if (kind == SQLITE_BUSY || kind == SQLITE_LOCKED) {
    why = "another program is writing to it";
  } else if (kind == SQLITE_NOTADB) {
    why = fmt::format("this file is not a {} of freshet", noun_);
  } else {
    why = db_ == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(db_.get());
    const int system = db_ == nullptr ? 0 : sqlite3_system_errno(db_.get());
    const bool from_system = kind == SQLITE_CANTOPEN || kind == SQLITE_IOERR;
    if (from_system && system != 0) why += fmt::format(" (system error {})", system);
  }
  return {code_for(code), fmt::format("{} \"{}\": {}", noun_, visible(path_), visible(why))};
}

Result<sqlite3_stmt*> Sqlite::prepared(const char* sql) {
  auto& kept = statements_[sql];
  if (kept == nullptr) {
    sqlite3_stmt* statement = nullptr;
    const int code =
        sqlite3_prepare_v3(db_.get(), sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    if (code != SQLITE_OK) return std::unexpected(error(code));
    kept.reset(statement);
  }
  return kept.get();
}

Status Sqlite::execute(const std::string& sql) {
  const int code = sqlite3_exec(db_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return std::unexpected(error(code));
  return {};
}

std::int64_t Sqlite::changes() const { return sqlite3_changes64(db_.get()); }

bool Sqlite::was_busy() const {
  const int kind = sqlite3_errcode(db_.get()) & 0xff;
  return kind == SQLITE_BUSY || kind == SQLITE_LOCKED || kind == SQLITE_PROTOCOL;
}

bool Sqlite::in_transaction() const { return sqlite3_get_autocommit(db_.get()) == 0; }

bool Sqlite::is_read_only_file() const { return sqlite3_db_readonly(db_.get(), "main") == 1; }

// By default the last connection to close deletes the write-ahead log, and a reader would have to
// make a new one.
void Sqlite::keep_wal_file() {
  int on = 1;
  sqlite3_file_control(db_.get(), "main", SQLITE_FCNTL_PERSIST_WAL, &on);
}

void Sqlite::copy_log_on_close(bool copy) {
  sqlite3_db_config(db_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, copy ? 0 : 1, nullptr);
}

Status Sqlite::begin(Sync sync) {
  if (!may_write_)
    return std::unexpected(Error{
        Errc::denied, fmt::format("{} \"{}\": it was opened for reading", noun_, visible(path_))});
  if (in_transaction())
    return std::unexpected(
        Error{Errc::invalid, fmt::format("{} \"{}\": nothing can be changed while a moment is held",
                                         noun_, visible(path_))});
  if (sync_ != sync) {
    const Status status =
        execute(sync == Sync::full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL");
    if (!status) return status;
    sync_ = sync;
  }
  return run("BEGIN IMMEDIATE");
}

Status Sqlite::end() {
  Status status = run("COMMIT");
  if (!status) roll_back();
  return status;
}

void Sqlite::roll_back() {
  // After some errors SQLite has rolled back by itself; if this fails, closing does it.
  if (in_transaction()) static_cast<void>(run("ROLLBACK"));
}

}  // namespace freshet
