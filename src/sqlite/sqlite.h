// A thin layer over SQLite: a connection that keeps its prepared statements, and rows that reset
// their statement when they go. Its errors name the file and give SQLite's message.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace freshet {

// A parameter of a statement: a number, a text or bytes. It borrows the text.
struct SqlValue {
  enum class Kind { integer, real, text, blob, null };

  SqlValue(std::integral auto value)
      : kind(Kind::integer), number(static_cast<std::int64_t>(value)) {}
  SqlValue(double value) : kind(Kind::real), real(value) {}  // not a number becomes null
  SqlValue(std::string_view value) : kind(Kind::text), bytes(value) {}
  SqlValue(const std::string& value) : kind(Kind::text), bytes(value) {}
  SqlValue(const char*) = delete;  // it would be taken for a number
  SqlValue(std::nullopt_t) : kind(Kind::null) {}
  static SqlValue blob(std::string_view value) {
    SqlValue made(value);
    made.kind = Kind::blob;
    return made;
  }

  Kind kind;
  std::int64_t number = 0;
  double real = 0;
  std::string_view bytes;
};

class Sqlite;

// The answer to one statement, row by row. The statement is free again when this is destroyed.
class SqlRows {
 public:
  ~SqlRows();
  SqlRows(const SqlRows&) = delete;
  SqlRows& operator=(const SqlRows&) = delete;

  // Advances to the first row, then to the next. Returns false at the end and after an error: see
  // status().
  bool next();
  const Status& status() const { return status_; }

  std::int64_t integer(int column) const;
  double real(int column) const;
  bool is_null(int column) const;
  // Returns text or bytes, valid until next().
  std::string_view text(int column) const;

 private:
  friend class Sqlite;
  SqlRows(Sqlite& db, const char* sql, std::span<const SqlValue> values, bool copies);

  Sqlite& db_;
  sqlite3_stmt* statement_ = nullptr;
  Status status_;
};

struct SqliteOpening {
  enum class Mode { write, read, read_immutable };
  Mode mode = Mode::read;
  std::string vfs = {};  // empty: SQLite's default
  int busy_ms_max = 0;
  std::string_view noun = "catalog";  // a literal: the word of the errors for this file
};

// One connection; one thread uses it at a time.
class Sqlite {
 public:
  static Result<std::unique_ptr<Sqlite>> open(const std::string& path, const SqliteOpening& how);

  // `sql` is a literal: its statement is prepared once and kept. One use of it at a time.
  template <class... Values>
  SqlRows rows(const char* sql, const Values&... values) {
    const std::array<SqlValue, sizeof...(Values)> list{SqlValue(values)...};
    return SqlRows(*this, sql, list, true);
  }

  // Runs a statement and ignores its rows.
  template <class... Values>
  Status run(const char* sql, const Values&... values) {
    const std::array<SqlValue, sizeof...(Values)> list{SqlValue(values)...};
    SqlRows rows(*this, sql, list, false);
    while (rows.next()) continue;
    return rows.status();
  }

  // Returns the number in the first column of the first row; none if there is no row.
  template <class... Values>
  Result<std::optional<std::int64_t>> number(const char* sql, const Values&... values) {
    SqlRows found = rows(sql, values...);
    if (found.next()) return found.integer(0);
    if (!found.status()) return std::unexpected(found.status().error());
    return std::nullopt;
  }

  // Runs any number of statements, which are not kept.
  Status execute(const std::string& sql);

  // Returns the number of rows that the last run() changed.
  std::int64_t changes() const;

  // The guarantee of a commit when it returns.
  enum class Sync {
    full,    // waited for the disk
    normal,  // written, but a loss of power may take it back
  };

  // Commits everything that `change` does, or nothing if it fails.
  template <class Change>
  Status transact(Sync sync, Change change) {
    Status status = begin(sync);
    if (!status) return status;
    status = change();
    if (!status) {
      roll_back();
      return status;
    }
    return end();
  }

  // Returns true if the last call failed because another connection had a lock.
  bool was_busy() const;

  bool in_transaction() const;
  bool may_write() const { return may_write_; }
  bool is_read_only_file() const;
  void keep_wal_file();
  // With `copy`, the log is copied into the file when the last connection is closed.
  void copy_log_on_close(bool copy);
  const std::string& path() const { return path_; }

  // Returns SQLite's error for the call that returned `code`.
  Error error(int code) const;

 private:
  friend class SqlRows;
  struct Close {
    void operator()(sqlite3* db) const;
  };
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };

  Sqlite(std::string path, std::string_view noun) : path_(std::move(path)), noun_(noun) {}
  Result<sqlite3_stmt*> prepared(const char* sql);
  Status begin(Sync sync);
  Status end();
  void roll_back();

  std::string path_;
  std::string_view noun_;  // a literal
  bool may_write_ = false;
  std::optional<Sync> sync_;  // as it was set last
  std::unique_ptr<sqlite3, Close> db_;
  // By the address of the literal.
  std::unordered_map<const char*, std::unique_ptr<sqlite3_stmt, Finalize>> statements_;
};

}  // namespace freshet
