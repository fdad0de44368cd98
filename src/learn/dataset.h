// Training data: rows of numbers, each with a class and a weight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace freshet {

// Enforced by every reader, so that a small file cannot allocate much memory.
constexpr std::size_t kAttributesMax = 4096;
constexpr std::size_t kAttributeValuesMax = 65536;
constexpr std::size_t kClassesMax = 1024;
constexpr std::size_t kCellsMax = std::size_t{1} << 27;

// An unknown value.
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr bool is_missing(double value) { return value != value; }
constexpr int kClassMissing = -1;

// A column: numeric, or nominal with named values.
struct Attribute {
  std::string name;
  std::vector<std::string> values = {};  // empty: the attribute is numeric

  bool is_numeric() const { return values.empty(); }
  friend bool operator==(const Attribute&, const Attribute&) = default;
};

// The feature columns and the classes.
struct Schema {
  std::vector<Attribute> features;
  Attribute label;  // nominal

  std::size_t class_count() const { return label.values.size(); }
  friend bool operator==(const Schema&, const Schema&) = default;
};

// Invariant: the value of a nominal feature is missing or an index of its values; a class is
// kClassMissing or an index of the label's values; weights are finite and not negative.
class Dataset {
 public:
  explicit Dataset(Schema schema);

  // `row` has a value for each feature.
  void add(std::span<const double> row, int label, double weight = 1);

  const Schema& schema() const { return schema_; }
  std::size_t size() const { return labels_.size(); }
  std::span<const double> row(std::size_t i) const {
    return {values_.data() + i * schema_.features.size(), schema_.features.size()};
  }
  double value(std::size_t i, std::size_t feature) const {
    return values_[i * schema_.features.size() + feature];
  }
  int label(std::size_t i) const { return labels_[i]; }
  double weight(std::size_t i) const { return weights_[i]; }

  // Returns the given rows in that order; a row may occur more than once.
  Dataset with_rows(std::span<const std::uint32_t> rows) const;

  // Returns the given features in that order.
  Dataset with_features(std::span<const std::size_t> features) const;

  // Returns all rows with a known class.
  Dataset with_known_class() const;

 private:
  Schema schema_;
  std::vector<double> values_;  // row by row
  std::vector<int> labels_;
  std::vector<double> weights_;
};

}  // namespace freshet
