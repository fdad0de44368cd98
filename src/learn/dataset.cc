#include "learn/dataset.h"

#include <cmath>
#include <utility>

#include "base/check.h"

namespace freshet {

Dataset::Dataset(Schema schema) : schema_(std::move(schema)) {
  require(!schema_.label.values.empty(), "the class of a dataset is nominal");
}

void Dataset::add(std::span<const double> row, int label, double weight) {
  require(row.size() == schema_.features.size(), "a row has a value for each feature");
  require(label >= kClassMissing && label < static_cast<int>(schema_.class_count()),
          "a class is missing or one of the label's values");
  require(std::isfinite(weight) && weight >= 0, "a weight is finite and not negative");
  for (std::size_t f = 0; f < row.size(); ++f) {
    const std::size_t values = schema_.features[f].values.size();
    require(
        values == 0 || is_missing(row[f]) ||
            (row[f] >= 0 && row[f] < static_cast<double>(values) && row[f] == std::floor(row[f])),
        "a nominal value is one of the attribute's");
  }
  values_.insert(values_.end(), row.begin(), row.end());
  labels_.push_back(label);
  weights_.push_back(weight);
}

Dataset Dataset::with_rows(std::span<const std::uint32_t> rows) const {
  Dataset part(schema_);
  for (const std::uint32_t i : rows) part.add(row(i), label(i), weight(i));
  return part;
}

Dataset Dataset::with_features(std::span<const std::size_t> features) const {
  Schema schema{{}, schema_.label};
  for (const std::size_t f : features) schema.features.push_back(schema_.features[f]);
  Dataset part(std::move(schema));
  std::vector<double> chosen(features.size());
  for (std::size_t i = 0; i < size(); ++i) {
    for (std::size_t k = 0; k < features.size(); ++k) chosen[k] = value(i, features[k]);
    part.add(chosen, label(i), weight(i));
  }
  return part;
}

Dataset Dataset::with_known_class() const {
  Dataset part(schema_);
  for (std::size_t i = 0; i < size(); ++i)
    if (label(i) != kClassMissing) part.add(row(i), label(i), weight(i));
  return part;
}

}  // namespace freshet
