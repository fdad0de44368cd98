#include <fmt/format.h>

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "learn/arff.h"
#include "learn/text_scan.h"

namespace freshet {
namespace {

// A column while it is read: numbers as long as all were numbers, and places of distinct texts.
struct Column {
  std::string name;
  bool is_numeric = true;
  std::vector<std::string> texts = {};  // each once
  std::unordered_map<std::string, std::uint32_t> index = {};
  std::vector<std::uint32_t> cells = {};  // places in `texts`, or kNoText
};

constexpr std::uint32_t kNoText = ~std::uint32_t{0};

class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : scan_(text) {}

  Status read() {
    if (auto names = read_names(); !names) return names;
    while (!scan_.at_end()) {
      if (scan_.at_line_end()) {
        scan_.skip_line();
        continue;
      }
      if ((rows_ + 1) * columns_.size() > kCellsMax)
        return scan_.error(fmt::format("more than {} values in all", kCellsMax), Errc::limit);
      if (auto row = read_row(); !row) return row;
      ++rows_;
    }
    return {};
  }

  std::vector<Column>& columns() { return columns_; }
  std::size_t rows() const { return rows_; }

 private:
  Result<std::string> read_field() {
    std::string field;
    if (!scan_.at_end() && scan_.peek() == '"') {
      for (scan_.step();; scan_.step()) {
        if (scan_.at_end()) return scan_.error("the text ends inside quotes");
        if (scan_.peek() == '"') {
          scan_.step();
          if (scan_.at_end() || scan_.peek() != '"') break;
        }
        field += scan_.peek();
      }
      if (!scan_.at_line_end() && scan_.peek() != ',')
        return scan_.error("a comma is expected behind the quotes");
      return field;
    }
    const std::size_t start = scan_.offset();
    while (!scan_.at_line_end() && scan_.peek() != ',') scan_.step();
    return std::string(scan_.from(start));
  }

  Status read_names() {
    for (;;) {
      auto name = read_field();
      if (!name) return std::unexpected(name.error());
      if (columns_.size() == kAttributesMax)
        return scan_.error(fmt::format("more than {} columns", kAttributesMax), Errc::limit);
      for (const Column& column : columns_)
        if (column.name == *name)
          return scan_.error(fmt::format("the column \"{}\" is there twice", shown(*name)));
      columns_.push_back({std::move(*name)});
      if (scan_.at_line_end()) break;
      scan_.step();
    }
    scan_.skip_line();
    return {};
  }

  Status read_row() {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (i > 0) {
        if (scan_.at_line_end())
          return scan_.error(
              fmt::format("the row has {} fields, the header {}", i, columns_.size()));
        scan_.step();
      }
      auto field = read_field();
      if (!field) return std::unexpected(field.error());
      if (auto taken = take(columns_[i], std::move(*field)); !taken) return taken;
    }
    if (!scan_.at_line_end())
      return scan_.error(
          fmt::format("the row has more fields than the header ({})", columns_.size()));
    scan_.skip_line();
    return {};
  }

  Status take(Column& column, std::string field) {
    if (field.empty() || field == "?") {
      column.cells.push_back(kNoText);
      return {};
    }
    const auto [at, is_new] =
        column.index.emplace(field, static_cast<std::uint32_t>(column.texts.size()));
    column.cells.push_back(at->second);
    if (!is_new) return {};
    column.is_numeric = column.is_numeric && parse_number(field).has_value();
    column.texts.push_back(std::move(field));
    return {};
  }

  TextScan scan_;
  std::vector<Column> columns_;
  std::size_t rows_ = 0;
};

Attribute attribute_of(const Column& column, bool is_label) {
  if (column.is_numeric && !is_label) return {column.name};
  return {column.name, column.texts};
}

}  // namespace

Result<Dataset> read_csv(std::string_view text, std::string_view label) {
  CsvReader reader(text);
  if (auto read = reader.read(); !read) return std::unexpected(read.error());
  const std::vector<Column>& columns = reader.columns();
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
  for (std::size_t r = 0; r < reader.rows(); ++r) {
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
