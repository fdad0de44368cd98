// The weight of each class in each of several bags, from which the quality of a split follows.
//
// Sums are taken in the order of WEKA's J48, and near values compare equal as they do there, so
// that our trees are the same.
#pragma once

#include <cstddef>
#include <vector>

namespace freshet {

// Weights closer than this are equal.
constexpr double kWeightTolerance = 1e-6;
constexpr bool nearly_equal(double a, double b) {
  return a - b < kWeightTolerance && b - a < kWeightTolerance;
}
constexpr bool clearly_less(double a, double b) { return b - a > kWeightTolerance; }
constexpr bool clearly_greater(double a, double b) { return a - b > kWeightTolerance; }
constexpr bool at_most(double a, double b) { return a - b < kWeightTolerance; }
constexpr bool at_least(double a, double b) { return b - a < kWeightTolerance; }

class ClassBags {
 public:
  ClassBags(std::size_t bags, std::size_t classes);

  std::size_t bags() const { return bag_.size(); }
  std::size_t classes() const { return class_.size(); }
  double of(std::size_t bag, std::size_t label) const { return cell_[bag * classes() + label]; }
  double of_bag(std::size_t bag) const { return bag_[bag]; }
  double of_class(std::size_t label) const { return class_[label]; }
  double total() const { return total_; }

  void add(std::size_t bag, std::size_t label, double weight);
  void move(std::size_t from, std::size_t to, std::size_t label, double weight);

  // Distributes `weight` over all bags by the `shares` (one for each).
  void spread(std::size_t label, double weight, const std::vector<double>& shares);

  // Returns the share of the total in each bag; equal shares if there is no weight.
  std::vector<double> shares() const;

  // Returns all bags merged into one.
  ClassBags merged() const;

  // Returns the class with the most weight, overall or in a bag (for an empty bag: overall); the
  // first one on a tie.
  std::size_t largest_class() const;
  std::size_t largest_class(std::size_t bag) const;

  // Returns the bag with the most weight; the last one on a tie.
  std::size_t largest_bag() const;

  // Returns the weight outside the largest class.
  double errors() const { return total_ - class_[largest_class()]; }
  double errors(std::size_t bag) const { return bag_[bag] - of(bag, largest_class(bag)); }

  // Returns true if at least two bags have this weight.
  bool has_two_bags_of(double weight) const;

  // Entropies in bits, times the weight, before and after the split.
  double entropy_before() const;
  double entropy_behind() const;

  // Returns the information gain of the split per case, averaged over all `weight`, some of which
  // may have an unknown value; 0 if there is no gain.
  double gain(double weight) const { return gain(weight, entropy_before()); }
  double gain(double weight, double entropy_before) const;

  // Returns `gain` relative to the information in the split itself (C4.5: Quinlan, 1993, chapter
  // 2).
  double gain_ratio(double weight, double gain) const;

 private:
  std::vector<double> cell_;  // bag by bag
  std::vector<double> bag_;
  std::vector<double> class_;
  double total_ = 0;
};

}  // namespace freshet
