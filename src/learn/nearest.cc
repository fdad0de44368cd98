#include "learn/nearest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/check.h"
#include "learn/likeliest.h"
#include "learn/model_text.h"

namespace freshet {
namespace {

constexpr std::size_t kNeighboursMax = 10000;
constexpr std::size_t kRowsMax = std::size_t{1} << 24;

// Returns the distance of two values of a feature, at most 1. A missing value has the largest one.
double gap(double a, double b, bool is_numeric) {
  if (!is_numeric) return a == b ? 0 : 1;
  if (is_missing(a) && is_missing(b)) return 1;
  if (!is_missing(a) && !is_missing(b)) return a - b;
  const double known = is_missing(a) ? b : a;
  return known < 0.5 ? 1 - known : known;
}

}  // namespace

Nearest::Nearest(Dataset rows, std::size_t k) : rows_(std::move(rows)), k_(k) {
  const std::size_t features = rows_.schema().features.size();
  low_.assign(features, std::numeric_limits<double>::infinity());
  std::vector<double> high(features, -std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (std::size_t f = 0; f < features; ++f) {
      if (is_missing(rows_.value(i, f))) continue;
      low_[f] = std::min(low_[f], rows_.value(i, f));
      high[f] = std::max(high[f], rows_.value(i, f));
    }
  }
  for (std::size_t f = 0; f < features; ++f)
    range_.push_back(high[f] > low_[f] && std::isfinite(high[f] - low_[f]) ? high[f] - low_[f] : 0);
  placed_.resize(rows_.size() * features);
  for (std::size_t i = 0; i < rows_.size(); ++i)
    place(rows_.row(i), std::span(placed_).subspan(i * features, features));
}

Nearest Nearest::train(const Dataset& rows, std::size_t k) {
  require(k >= 1 && k <= kNeighboursMax, "there is at least one neighbour to ask");
  return Nearest(rows.with_known_class(), k);
}

void Nearest::place(std::span<const double> row, std::span<double> out) const {
  for (std::size_t f = 0; f < row.size(); ++f) {
    const std::size_t values = schema().features[f].values.size();
    if (is_missing(row[f])) {
      out[f] = kMissing;
    } else if (values > 0) {
      out[f] = row[f] >= 0 && row[f] < static_cast<double>(values) ? row[f] : kMissing;
    } else {
      out[f] = range_[f] > 0 ? (row[f] - low_[f]) / range_[f] : 0;
    }
  }
}

// Returns the squared distance, or any number above `limit` once it exceeds it.
double Nearest::distance(std::span<const double> a, std::span<const double> b, double limit) const {
  double sum = 0;
  for (std::size_t f = 0; f < a.size() && sum <= limit; ++f) {
    const double difference = gap(a[f], b[f], schema().features[f].is_numeric());
    sum += difference * difference;
  }
  return sum;
}

void Nearest::probabilities(std::span<const double> row, std::span<double> out) const {
  const std::size_t features = schema().features.size();
  std::vector<double> place_of_row(features);
  place(row, place_of_row);
  std::vector<std::pair<double, std::size_t>> best;  // a heap, the farthest first
  std::vector<std::pair<double, std::size_t>> ties;  // as far as the farthest
  double limit = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const double d =
        distance(place_of_row, std::span(placed_).subspan(i * features, features), limit);
    if (d > limit) continue;
    if (best.size() == k_ && d == limit) {
      ties.emplace_back(d, i);
      continue;
    }
    best.emplace_back(d, i);
    std::push_heap(best.begin(), best.end());
    if (best.size() < k_) continue;
    if (best.size() > k_) {
      std::pop_heap(best.begin(), best.end());
      if (best.back().first == best.front().first) {
        ties.push_back(best.back());
      } else {
        ties.clear();
      }
      best.pop_back();
    }
    limit = best.front().first;
  }
  // A small prior for every class, so that none is impossible.
  std::fill(out.begin(), out.end(),
            1 / static_cast<double>(std::max<std::size_t>(1, rows_.size())));
  for (const auto& neighbours : {best, ties})
    for (const auto& [d, i] : neighbours)
      out[static_cast<std::size_t>(rows_.label(i))] += rows_.weight(i);
  double sum = 0;
  for (const double value : out) sum += value;
  for (double& value : out) value /= sum;
}

int Nearest::classify(std::span<const double> row) const {
  std::vector<double> out(schema().class_count());
  probabilities(row, out);
  return likeliest(out);
}

void Nearest::write_body(std::string& out) const {
  out += "kind nearest\nneighbours";
  append_count(out, k_);
  out += "\nrows";
  append_count(out, rows_.size());
  out += '\n';
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    out += "row";
    append_count(out, static_cast<std::size_t>(rows_.label(i)));
    append_number(out, rows_.weight(i));
    for (const double value : rows_.row(i)) {
      if (is_missing(value)) {
        out += " ?";
      } else {
        append_number(out, value);
      }
    }
    out += '\n';
  }
}

namespace {

Status read_row(TextScan& scan, Dataset& rows) {
  auto read = read_exactly(scan, "row");
  if (!read) return read;
  const auto label = read_count(scan, "a class", rows.schema().class_count() - 1);
  if (!label) return std::unexpected(label.error());
  const auto weight = read_number(scan, "a weight");
  if (!weight) return std::unexpected(weight.error());
  if (*weight < 0) return scan.error("a weight is not negative", Errc::corrupt);
  std::vector<double> row;
  for (const Attribute& feature : rows.schema().features) {
    const auto word = read_word(scan, "a value");
    if (!word) return std::unexpected(word.error());
    const std::optional<double> value = *word == "?" ? kMissing : parse_number(*word);
    if (!value) return scan.error("a value is a number or ?", Errc::corrupt);
    const auto values = static_cast<double>(feature.values.size());
    if (values > 0 && !is_missing(*value) &&
        !(*value >= 0 && *value < values && *value == std::floor(*value)))
      return scan.error("the feature does not have this value", Errc::corrupt);
    row.push_back(*value);
  }
  rows.add(row, static_cast<int>(*label), *weight);
  return read_line_end(scan);
}

}  // namespace

Result<Nearest> Nearest::read_body(const Schema& schema, TextScan& scan) {
  auto read = read_exactly(scan, "neighbours");
  if (!read) return std::unexpected(read.error());
  const auto k = read_count(scan, "the number of neighbours", kNeighboursMax);
  if (!k) return std::unexpected(k.error());
  if (*k == 0) return scan.error("there is at least one neighbour to ask", Errc::corrupt);
  read = read_line_end(scan);
  if (read) read = read_exactly(scan, "rows");
  if (!read) return std::unexpected(read.error());
  const auto count = read_count(scan, "the number of rows", kRowsMax);
  if (!count) return std::unexpected(count.error());
  if (read = read_line_end(scan); !read) return std::unexpected(read.error());
  Dataset rows(schema);
  for (std::size_t i = 0; i < *count; ++i)
    if (read = read_row(scan, rows); !read) return std::unexpected(read.error());
  return Nearest(std::move(rows), *k);
}

}  // namespace freshet
