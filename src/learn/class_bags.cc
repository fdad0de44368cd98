#include "learn/class_bags.h"

#include <cmath>

namespace freshet {
namespace {

double n_log_n(double n) {
  static const double log_2 = std::log(2.0);
  return n < 1e-6 ? 0 : n * std::log(n) / log_2;
}

}  // namespace

ClassBags::ClassBags(std::size_t bags, std::size_t classes)
    : cell_(bags * classes), bag_(bags), class_(classes) {}

void ClassBags::add(std::size_t bag, std::size_t label, double weight) {
  cell_[bag * classes() + label] += weight;
  bag_[bag] += weight;
  class_[label] += weight;
  total_ += weight;
}

void ClassBags::move(std::size_t from, std::size_t to, std::size_t label, double weight) {
  cell_[from * classes() + label] -= weight;
  cell_[to * classes() + label] += weight;
  bag_[from] -= weight;
  bag_[to] += weight;
}

void ClassBags::spread(std::size_t label, double weight, const std::vector<double>& shares) {
  class_[label] += weight;
  total_ += weight;
  for (std::size_t bag = 0; bag < bags(); ++bag) {
    cell_[bag * classes() + label] += shares[bag] * weight;
    bag_[bag] += shares[bag] * weight;
  }
}

std::vector<double> ClassBags::shares() const {
  std::vector<double> shares(bags());
  for (std::size_t bag = 0; bag < bags(); ++bag)
    shares[bag] = nearly_equal(total_, 0) ? 1 / static_cast<double>(bags()) : bag_[bag] / total_;
  return shares;
}

ClassBags ClassBags::merged() const {
  ClassBags one(1, classes());
  one.cell_ = class_;
  one.bag_[0] = total_;
  one.class_ = class_;
  one.total_ = total_;
  return one;
}

std::size_t ClassBags::largest_class() const {
  std::size_t best = 0;
  double most = 0;
  for (std::size_t label = 0; label < classes(); ++label) {
    if (!clearly_greater(class_[label], most)) continue;
    most = class_[label];
    best = label;
  }
  return best;
}

std::size_t ClassBags::largest_class(std::size_t bag) const {
  if (!clearly_greater(bag_[bag], 0)) return largest_class();
  std::size_t best = 0;
  double most = 0;
  for (std::size_t label = 0; label < classes(); ++label) {
    if (!clearly_greater(of(bag, label), most)) continue;
    most = of(bag, label);
    best = label;
  }
  return best;
}

std::size_t ClassBags::largest_bag() const {
  std::size_t best = 0;
  double most = 0;
  for (std::size_t bag = 0; bag < bags(); ++bag) {
    if (!at_least(bag_[bag], most)) continue;
    most = bag_[bag];
    best = bag;
  }
  return best;
}

bool ClassBags::has_two_bags_of(double weight) const {
  std::size_t enough = 0;
  for (const double bag : bag_) enough += at_least(bag, weight);
  return enough > 1;
}

double ClassBags::entropy_before() const {
  double sum = 0;
  for (const double weight : class_) sum += n_log_n(weight);
  return n_log_n(total_) - sum;
}

double ClassBags::entropy_behind() const {
  double sum = 0;
  for (std::size_t bag = 0; bag < bags(); ++bag) {
    for (std::size_t label = 0; label < classes(); ++label) sum += n_log_n(of(bag, label));
    sum -= n_log_n(bag_[bag]);
  }
  return -sum;
}

double ClassBags::gain(double weight, double entropy_before) const {
  const double unknown_share = (weight - total_) / weight;
  const double gain = (1 - unknown_share) * (entropy_before - entropy_behind());
  return nearly_equal(gain, 0) ? 0 : gain / total_;
}

double ClassBags::gain_ratio(double weight, double gain) const {
  if (!clearly_greater(total_, 0)) return 0;
  double split = 0;
  for (const double bag : bag_) split -= n_log_n(bag);
  split -= n_log_n(weight - total_);
  split += n_log_n(weight);
  return nearly_equal(split, 0) ? 0 : gain / (split / weight);
}

}  // namespace freshet
