// Comma-separated values (RFC 4180): fields may be in quotes, and lines may end in CR LF.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace freshet {

struct CsvLimits {
  std::size_t columns_max = 256;
  std::size_t field_bytes_max = std::size_t{1} << 16;
};

// Reads the rows of a text that must outlive it. Total: any bytes give rows or an error that names
// `name`, line and column.
class CsvReader {
 public:
  CsvReader(std::string_view text, std::string name, CsvLimits limits = {})
      : rest_(text), name_(std::move(name)), limits_(limits) {}

  // Reads the next row that is not empty; returns false at the end. Fields are valid until the next
  // call.
  Result<bool> next(std::vector<std::string>& fields);

  // Returns the line where the last row began, counted from 1.
  std::size_t line() const { return line_; }

  // Returns an error about a column (counted from 1) of the last row; without a name it begins with
  // the line.
  Error error(std::size_t column, std::string_view what) const;

 private:
  Result<std::string> quoted_field(std::size_t column);
  Result<std::string> plain_field(std::size_t column);

  std::string_view rest_;
  std::string name_;
  CsvLimits limits_;
  std::size_t line_ = 0;
  std::size_t next_line_ = 1;
};

}  // namespace freshet
