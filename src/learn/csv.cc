#include "base/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "learn/arff.h"
#include "learn/text_scan.h"

namespace freshet {
namespace {

// A column being read: numbers as long as all fields are numbers, and indexes of distinct texts.
struct Column {
  std::string name;
  bool is_numeric = true;
  std::vector<std::string> texts = {};  // distinct
  std::unordered_map<std::string, std::uint32_t> index = {};
  std::vector<std::uint32_t> cells = {};  // indexes into `texts`, or kNoText
};

constexpr std::size_t kCsvFieldBytesMax = std::size_t{1} << 20;
constexpr std::uint32_t kNoText = ~std::uint32_t{0};

// All columns of a text. Errors name line and column of the field.
class Table {
 public:
  explicit Table(std::string_view text) : reader_(text, "", {kAttributesMax, kCsvFieldBytesMax}) {}

  Status read() {
    if (auto names = read_names(); !names) return names;
    for (;;) {
      const auto has_row = reader_.next(row_);
      if (!has_row) return std::unexpected(has_row.error());
      if (!*has_row) return {};
      if (auto taken = take_row(); !taken) return taken;
      ++rows_;
    }
  }

  std::vector<Column>& columns() { return columns_; }
  std::size_t rows() const { return rows_; }

 private:
  Status read_names() {
    const auto has_row = reader_.next(row_);
    if (!has_row) return std::unexpected(has_row.error());
    for (std::string& name : row_) {
      for (const Column& column : columns_)
        if (column.name == name)
          return std::unexpected(reader_.error(
              columns_.size() + 1, fmt::format("the column \"{}\" is there twice", shown(name))));
      columns_.push_back({std::move(name)});
    }
    return {};
  }

  Status take_row() {
    if (row_.size() != columns_.size())
      return std::unexpected(reader_.error(
          std::min(row_.size(), columns_.size()) + 1,
          fmt::format("the row has {} fields, the header {}", row_.size(), columns_.size())));
    if ((rows_ + 1) * columns_.size() > kCellsMax)
      return std::unexpected(Error{
          Errc::limit,
          fmt::format("line {}, column 1: more than {} values in all", reader_.line(), kCellsMax)});
    for (std::size_t i = 0; i < columns_.size(); ++i) take(columns_[i], std::move(row_[i]));
    return {};
  }

  static void take(Column& column, std::string field) {
    if (field.empty() || field == "?") {
      column.cells.push_back(kNoText);
      return;
    }
    const auto [at, is_new] =
        column.index.emplace(field, static_cast<std::uint32_t>(column.texts.size()));
    column.cells.push_back(at->second);
    if (!is_new) return;
    column.is_numeric = column.is_numeric && parse_number(field).has_value();
    column.texts.push_back(std::move(field));
  }

  CsvReader reader_;
  std::vector<std::string> row_;
  std::vector<Column> columns_;
  std::size_t rows_ = 0;
};

Attribute attribute_of(const Column& column, bool is_label) {
  if (column.is_numeric && !is_label) return {column.name};
  return {column.name, column.texts};
}

}  // namespace

Result<Dataset> read_csv(std::string_view text, std::string_view label) {
  Table table(text);
  if (auto read = table.read(); !read) return std::unexpected(read.error());
  const std::vector<Column>& columns = table.columns();
  std::size_t label_at = 0;
  while (label_at < columns.size() && columns[label_at].name != label) ++label_at;
  const auto refuse = [](std::string why) {
    return std::unexpected(Error{Errc::invalid, std::move(why)});
  };
  if (label_at == columns.size())
    return refuse(fmt::format("there is no column \"{}\" for the class", shown(label)));
  Schema schema{{}, attribute_of(columns[label_at], true)};
  if (schema.class_count() == 0)
    return refuse(fmt::format("the column \"{}\" has no value", shown(label)));
  if (schema.class_count() > kClassesMax)
    return refuse(
        fmt::format("the column \"{}\" has more than {} values", shown(label), kClassesMax));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i == label_at) continue;
    schema.features.push_back(attribute_of(columns[i], false));
    if (schema.features.back().values.size() > kAttributeValuesMax)
      return refuse(fmt::format("the column \"{}\" has more than {} texts", shown(columns[i].name),
                                kAttributeValuesMax));
  }
  std::vector<std::vector<double>> numbers(columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i)
    for (const std::string& value : columns[i].texts)
      if (columns[i].is_numeric && i != label_at) numbers[i].push_back(*parse_number(value));
  Dataset rows(std::move(schema));
  std::vector<double> row;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    row.clear();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i == label_at) continue;
      const std::uint32_t cell = columns[i].cells[r];
      row.push_back(cell == kNoText         ? kMissing
                    : columns[i].is_numeric ? numbers[i][cell]
                                            : static_cast<double>(cell));
    }
    const std::uint32_t cell = columns[label_at].cells[r];
    rows.add(row, cell == kNoText ? kClassMissing : static_cast<int>(cell));
  }
  return rows;
}

}  // namespace freshet
