#include "learn/naive_bayes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "learn/likeliest.h"
#include "learn/model_text.h"

namespace freshet {
namespace {

// Lower bound of a probability, for values far from all training data.
constexpr double kProbabilityMin = 1e-75;

// Lower bound of log probabilities in a model file; the upper one is 0.
constexpr double kLogMin = -1e6;

// Step of a feature with fewer than two values.
constexpr double kStepDefault = 0.01;

// Returns the mean distance between neighbouring distinct values.
double step_of(const Dataset& rows, std::size_t feature) {
  std::vector<double> values;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!is_missing(rows.value(i, feature))) values.push_back(rows.value(i, feature));
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() < 2) return kStepDefault;
  return (values.back() - values.front()) / static_cast<double>(values.size() - 1);
}

double rounded(double value, double step) { return std::nearbyint(value / step) * step; }

double normal_below(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

// Returns mean and deviation of the feature in each class, as pairs.
std::vector<double> normals(const Dataset& rows, std::size_t feature, double step) {
  struct Sums {
    double weight = 0, values = 0, squares = 0;
  };
  std::vector<Sums> sums(rows.schema().class_count());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_missing(rows.value(i, feature))) continue;
    const double value = rounded(rows.value(i, feature), step);
    Sums& of_class = sums[static_cast<std::size_t>(rows.label(i))];
    of_class.weight += rows.weight(i);
    of_class.values += rows.weight(i) * value;
    of_class.squares += rows.weight(i) * value * value;
  }
  std::vector<double> out;
  for (const Sums& of_class : sums) {
    double mean = 0, deviation = 0;
    if (of_class.weight > 0) {
      mean = of_class.values / of_class.weight;
      deviation = std::sqrt(std::abs(of_class.squares - mean * of_class.values) / of_class.weight);
    }
    out.push_back(mean);
    out.push_back(deviation > 1e-10 ? deviation : step / 6);
  }
  return out;
}

// Returns the log probability of each value in each class, class by class.
std::vector<double> value_logs(const Dataset& rows, std::size_t feature) {
  const std::size_t values = rows.schema().features[feature].values.size();
  const std::size_t classes = rows.schema().class_count();
  std::vector<double> counts(classes * values, 1.0), totals(classes, static_cast<double>(values));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_missing(rows.value(i, feature))) continue;
    const auto label = static_cast<std::size_t>(rows.label(i));
    counts[label * values + static_cast<std::size_t>(rows.value(i, feature))] += rows.weight(i);
    totals[label] += rows.weight(i);
  }
  for (std::size_t i = 0; i < counts.size(); ++i)
    counts[i] = std::log(counts[i] / totals[i / values]);
  return counts;
}

bool are_logs(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(),
                     [](double number) { return number >= kLogMin && number <= 0; });
}

std::unexpected<Error> no_logs(const TextScan& scan) {
  return scan.error("logs of probabilities are from -1000000 to 0", Errc::corrupt);
}

}  // namespace

NaiveBayes NaiveBayes::train(const Dataset& all) {
  const Dataset rows = all.with_known_class();
  const std::size_t classes = rows.schema().class_count();
  NaiveBayes model;
  model.schema_ = rows.schema();
  std::vector<double> counts(classes, 1.0);
  double total = static_cast<double>(classes);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    counts[static_cast<std::size_t>(rows.label(i))] += rows.weight(i);
    total += rows.weight(i);
  }
  for (const double count : counts) model.log_priors_.push_back(std::log(count / total));
  for (std::size_t f = 0; f < rows.schema().features.size(); ++f) {
    if (rows.schema().features[f].is_numeric()) {
      const double step = step_of(rows, f);
      model.features_.push_back({step, normals(rows, f, step)});
    } else {
      model.features_.push_back({0, value_logs(rows, f)});
    }
  }
  return model;
}

void NaiveBayes::add_evidence(std::size_t f, double value, std::span<double> logs) const {
  const Feature& feature = features_[f];
  const std::size_t values = schema_.features[f].values.size();
  if (is_missing(value)) return;
  if (values > 0) {
    if (!(value >= 0 && value < static_cast<double>(values))) return;
    for (std::size_t label = 0; label < logs.size(); ++label)
      logs[label] += feature.numbers[label * values + static_cast<std::size_t>(value)];
    return;
  }
  const double middle = rounded(value, feature.step);
  for (std::size_t label = 0; label < logs.size(); ++label) {
    const double mean = feature.numbers[2 * label], deviation = feature.numbers[2 * label + 1];
    const double probability = normal_below((middle - mean + feature.step / 2) / deviation) -
                               normal_below((middle - mean - feature.step / 2) / deviation);
    logs[label] += std::log(probability > kProbabilityMin ? probability : kProbabilityMin);
  }
}

void NaiveBayes::probabilities(std::span<const double> row, std::span<double> out) const {
  std::copy(log_priors_.begin(), log_priors_.end(), out.begin());
  for (std::size_t f = 0; f < features_.size(); ++f) add_evidence(f, row[f], out);
  const double most = *std::max_element(out.begin(), out.end());
  double sum = 0;
  for (double& value : out) sum += value = std::exp(value - most);
  for (double& value : out) value /= sum;
}

int NaiveBayes::classify(std::span<const double> row) const {
  std::vector<double> out(schema_.class_count());
  probabilities(row, out);
  return likeliest(out);
}

void NaiveBayes::write_body(std::string& out) const {
  out += "kind bayes\npriors";
  append_numbers(out, log_priors_);
  out += '\n';
  for (std::size_t f = 0; f < features_.size(); ++f) {
    out += schema_.features[f].is_numeric() ? "normal" : "values";
    if (schema_.features[f].is_numeric()) append_number(out, features_[f].step);
    append_numbers(out, features_[f].numbers);
    out += '\n';
  }
}

Result<NaiveBayes> NaiveBayes::read_body(const Schema& schema, TextScan& scan) {
  NaiveBayes model;
  model.schema_ = schema;
  auto read = read_exactly(scan, "priors");
  if (read) read = read_numbers(scan, "a prior", schema.class_count(), model.log_priors_);
  if (read) read = read_line_end(scan);
  if (!read) return std::unexpected(read.error());
  if (!are_logs(model.log_priors_)) return no_logs(scan);
  for (const Attribute& attribute : schema.features) {
    Feature feature;
    read = read_exactly(scan, attribute.is_numeric() ? "normal" : "values");
    if (!read) return std::unexpected(read.error());
    if (attribute.is_numeric()) {
      const auto step = read_number(scan, "the step of a feature");
      if (!step) return std::unexpected(step.error());
      feature.step = *step;
    }
    const std::size_t count =
        schema.class_count() * (attribute.is_numeric() ? 2 : attribute.values.size());
    read = read_numbers(scan, "a parameter", count, feature.numbers);
    if (!read) return std::unexpected(read.error());
    if (!attribute.is_numeric() && !are_logs(feature.numbers)) return no_logs(scan);
    bool is_usable = !attribute.is_numeric() || feature.step > 0;
    for (std::size_t i = 1; attribute.is_numeric() && i < count; i += 2)
      is_usable = is_usable && feature.numbers[i] > 0;
    if (!is_usable) return scan.error("steps and deviations are above 0", Errc::corrupt);
    if (read = read_line_end(scan); !read) return std::unexpected(read.error());
    model.features_.push_back(std::move(feature));
  }
  return model;
}

}  // namespace freshet
