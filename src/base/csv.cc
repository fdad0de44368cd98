#include "base/csv.h"

#include <fmt/format.h>

#include <algorithm>

namespace freshet {

Error CsvReader::error(std::size_t column, std::string_view what) const {
  return {Errc::invalid, fmt::format("{}{}line {}, column {}: {}", name_, name_.empty() ? "" : ": ",
                                     line_, column, what)};
}

Result<std::string> CsvReader::quoted_field(std::size_t column) {
  std::string field;
  rest_.remove_prefix(1);
  for (;;) {
    const std::size_t quote = rest_.find('"');
    if (quote == std::string_view::npos)
      return std::unexpected(error(column, "the quoted field does not end"));
    if (field.size() + quote > limits_.field_bytes_max)
      return std::unexpected(error(column, "the field is too long"));
    const std::string_view part = rest_.substr(0, quote);
    next_line_ += static_cast<std::size_t>(std::ranges::count(part, '\n'));
    field += part;
    rest_.remove_prefix(quote + 1);
    if (!rest_.starts_with('"')) break;
    field += '"';
    rest_.remove_prefix(1);
  }
  if (!rest_.empty() && rest_[0] != ',' && rest_[0] != '\n' && rest_[0] != '\r')
    return std::unexpected(error(column, "text follows a quoted field"));
  return field;
}

Result<std::string> CsvReader::plain_field(std::size_t column) {
  const std::size_t end = std::min(rest_.find_first_of(",\r\n"), rest_.size());
  if (end > limits_.field_bytes_max) return std::unexpected(error(column, "the field is too long"));
  std::string field(rest_.substr(0, end));
  rest_.remove_prefix(end);
  return field;
}

Result<bool> CsvReader::next(std::vector<std::string>& fields) {
  fields.clear();
  while (!rest_.empty() && (rest_[0] == '\n' || rest_[0] == '\r')) {
    if (rest_[0] == '\n') ++next_line_;
    rest_.remove_prefix(1);
  }
  line_ = next_line_;
  if (rest_.empty()) return false;
  for (;;) {
    const std::size_t column = fields.size() + 1;
    if (column > limits_.columns_max)
      return std::unexpected(
          error(column, fmt::format("at most {} columns can be read", limits_.columns_max)));
    auto field = rest_.starts_with('"') ? quoted_field(column) : plain_field(column);
    if (!field) return std::unexpected(field.error());
    fields.push_back(std::move(*field));
    if (!rest_.starts_with(',')) return true;
    rest_.remove_prefix(1);
  }
}

}  // namespace freshet
