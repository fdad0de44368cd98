// The connection that the parts of the registry share, and transactions that join. Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "sqlite/sqlite.h"

namespace freshet {

class RegistryDb {
 public:
  explicit RegistryDb(std::unique_ptr<Sqlite> sql) : sql_(std::move(sql)) {}

  Sqlite& sql() { return *sql_; }

  // Commits everything that `change` does, or nothing if it fails. Inside another transact() it is
  // a part of that one. When a part has failed, the whole fails, and parts after it are not tried:
  // nobody can commit half of a change.
  template <class Change>
  Status transact(Change change) {
    if (is_open_) {
      if (part_failed_) return std::unexpected(*part_failed_);
      Status status = change();
      if (!status && !part_failed_) part_failed_ = status.error();
      return status;
    }
    part_failed_.reset();
    return sql_->transact(Sqlite::Sync::full, [&]() -> Status {
      is_open_ = true;
      Status status = change();
      is_open_ = false;
      if (status && part_failed_) return std::unexpected(*part_failed_);
      return status;
    });
  }

 private:
  std::unique_ptr<Sqlite> sql_;
  bool is_open_ = false;
  std::optional<Error> part_failed_;
};

// Times in the tables are microseconds since 1970.
inline std::int64_t stored(Time time) { return time.time_since_epoch().count(); }
inline Time time_from(std::int64_t microseconds) { return Time(Duration(microseconds)); }
inline SqlValue stored(const std::optional<Time>& time) {
  return time ? SqlValue(stored(*time)) : SqlValue(std::nullopt);
}
inline std::optional<Time> time_in(const SqlRows& rows, int column) {
  if (rows.is_null(column)) return std::nullopt;
  return time_from(rows.integer(column));
}
inline std::string text_in(const SqlRows& rows, int column) {
  return std::string(rows.text(column));
}

inline std::unexpected<Error> refusal(Errc code, std::string message) {
  return std::unexpected(Error{code, std::move(message)});
}

// Returns the number of rows to read for a caller that asks for `wanted`: 1 to kRowsMax.
std::int64_t rows_at_most(std::size_t wanted);

// Returns Errc::limit if the text is longer.
Status check_length(std::string_view what, std::string_view text, std::size_t bytes_max);

// Returns Errc::invalid unless the text is a name that people can read and type: UTF-8 without
// control characters, not empty, without space at its ends, at most kNameBytesMax.
Status check_name(std::string_view what, std::string_view name);

// Returns the newest row's id of the last INSERT.
Result<std::int64_t> last_row(Sqlite& db);

// Writes that a pass or feed was used now, unless that was written lately or the registry is only
// read. A failure is left out: what is used works although the disk is full.
void note_use(RegistryDb& db, const char* sql, const std::string& id, std::optional<Time> last,
              Time now);

// Returns `names` as a JSON array, and the names of such an array; anything else is empty.
std::string names_to_json(const std::vector<std::string>& names);
std::vector<std::string> names_from_json(std::string_view json);

}  // namespace freshet
