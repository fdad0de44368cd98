#include "learn/evaluate.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/check.h"

namespace freshet {
namespace {

// Returns the row numbers of every class, shuffled.
std::vector<std::vector<std::uint32_t>> rows_by_class(const Dataset& rows, Random& random) {
  std::vector<std::vector<std::uint32_t>> by_class(rows.schema().class_count());
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows.label(i) != kClassMissing)
      by_class[static_cast<std::size_t>(rows.label(i))].push_back(static_cast<std::uint32_t>(i));
  for (auto& of_class : by_class) std::shuffle(of_class.begin(), of_class.end(), random);
  return by_class;
}

}  // namespace

void Confusion::add(const Confusion& other) {
  require(other.classes_ == classes_, "tables of the same classes are added");
  for (std::size_t i = 0; i < weights_.size(); ++i) weights_[i] += other.weights_[i];
}

double Confusion::total() const { return std::accumulate(weights_.begin(), weights_.end(), 0.0); }

double Confusion::error() const {
  double right = 0;
  for (std::size_t label = 0; label < classes_; ++label) right += of(label, label);
  return total() > 0 ? 1 - right / total() : 0;
}

double Confusion::balanced_error() const {
  double errors = 0;
  std::size_t seen = 0;
  for (std::size_t truth = 0; truth < classes_; ++truth) {
    double all = 0;
    for (std::size_t said = 0; said < classes_; ++said) all += of(truth, said);
    if (!(all > 0)) continue;
    errors += 1 - of(truth, truth) / all;
    ++seen;
  }
  return seen > 0 ? errors / static_cast<double>(seen) : 0;
}

Confusion ask(const Classifier& classifier, const Dataset& rows) {
  Confusion confusion(rows.schema().class_count());
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows.label(i) != kClassMissing)
      confusion.add(static_cast<std::size_t>(rows.label(i)),
                    static_cast<std::size_t>(classifier.classify(rows.row(i))), rows.weight(i));
  return confusion;
}

std::vector<std::uint32_t> stratified_folds(const Dataset& rows, std::size_t folds,
                                            Random& random) {
  require(folds >= 1, "there is at least one fold");
  std::vector<std::uint32_t> fold_of(rows.size());
  std::size_t next = 0;  // continues from class to class, so that folds have equal sizes
  for (const auto& of_class : rows_by_class(rows, random))
    for (const std::uint32_t row : of_class)
      fold_of[row] = static_cast<std::uint32_t>(next++ % folds);
  return fold_of;
}

std::vector<std::uint32_t> grouped_folds(std::span<const std::uint32_t> groups, std::size_t folds,
                                         Random& random) {
  require(folds >= 1, "there is at least one fold");
  const std::size_t count =
      groups.empty() ? 0 : std::size_t{1} + *std::max_element(groups.begin(), groups.end());
  std::vector<std::size_t> sizes(count), order(count), filled(folds);
  for (const std::uint32_t group : groups) ++sizes[group];
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), random);
  // The largest first, each into the smallest fold.
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
  std::vector<std::uint32_t> fold_of_group(count);
  for (const std::size_t group : order) {
    const auto least = std::min_element(filled.begin(), filled.end());
    *least += sizes[group];
    fold_of_group[group] = static_cast<std::uint32_t>(least - filled.begin());
  }
  std::vector<std::uint32_t> fold_of;
  for (const std::uint32_t group : groups) fold_of.push_back(fold_of_group[group]);
  return fold_of;
}

std::vector<std::uint32_t> rows_in_fold(std::span<const std::uint32_t> folds, std::uint32_t fold) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < folds.size(); ++i)
    if (folds[i] == fold) rows.push_back(i);
  return rows;
}

std::vector<std::uint32_t> rows_outside_fold(std::span<const std::uint32_t> folds,
                                             std::uint32_t fold) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t i = 0; i < folds.size(); ++i)
    if (folds[i] != fold) rows.push_back(i);
  return rows;
}

Result<Confusion> cross_validate(const Dataset& rows, std::span<const std::uint32_t> folds,
                                 const Learner& learner) {
  Confusion all(rows.schema().class_count());
  const std::uint32_t count = folds.empty() ? 0 : 1 + *std::max_element(folds.begin(), folds.end());
  for (std::uint32_t fold = 0; fold < count; ++fold) {
    const auto classifier = learner(rows.with_rows(rows_outside_fold(folds, fold)));
    if (!classifier) return std::unexpected(classifier.error());
    all.add(ask(**classifier, rows.with_rows(rows_in_fold(folds, fold))));
  }
  return all;
}

std::vector<std::uint32_t> balanced_rows(const Dataset& rows, Random& random) {
  auto by_class = rows_by_class(rows, random);
  std::size_t smallest = rows.size();
  for (const auto& of_class : by_class)
    if (!of_class.empty()) smallest = std::min(smallest, of_class.size());
  std::vector<std::uint32_t> chosen;
  for (auto& of_class : by_class) {
    of_class.resize(std::min(of_class.size(), smallest));
    chosen.insert(chosen.end(), of_class.begin(), of_class.end());
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace freshet
