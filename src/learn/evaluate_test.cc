#include "learn/evaluate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace freshet {
namespace {

Dataset rows_of_classes(const std::vector<int>& labels) {
  Dataset rows({{{"x"}}, {"class", {"a", "b", "c"}}});
  for (std::size_t i = 0; i < labels.size(); ++i)
    rows.add(std::vector{static_cast<double>(i)}, labels[i]);
  return rows;
}

TEST(Confusion, CountsErrorsOverallAndByClass) {
  Confusion confusion(3);
  confusion.add(0, 0, 90);
  confusion.add(1, 0, 10);
  EXPECT_NEAR(confusion.error(), 0.1, 1e-12);
  EXPECT_NEAR(confusion.balanced_error(), 0.5, 1e-12) << "class c does not occur";
  EXPECT_EQ(Confusion(3).error(), 0);
  confusion.add(confusion);
  EXPECT_EQ(confusion.total(), 200);
}

TEST(Folds, StratifiedOnesHaveTheSameShareOfEveryClass) {
  std::vector<int> labels(70, 0);
  labels.insert(labels.end(), 20, 1);
  labels.insert(labels.end(), 10, 2);
  const Dataset rows = rows_of_classes(labels);
  Random random(1);
  const auto folds = stratified_folds(rows, 5, random);
  std::map<std::pair<std::uint32_t, int>, int> count;
  for (std::size_t i = 0; i < rows.size(); ++i) ++count[{folds[i], rows.label(i)}];
  for (std::uint32_t fold = 0; fold < 5; ++fold) {
    EXPECT_EQ((count[{fold, 0}]), 14);
    EXPECT_EQ((count[{fold, 1}]), 4);
    EXPECT_EQ((count[{fold, 2}]), 2);
  }
}

TEST(Folds, GroupedOnesNeverPartAGroup) {
  Random random(1);
  std::vector<std::uint32_t> groups;
  for (int i = 0; i < 500; ++i) groups.push_back(static_cast<std::uint32_t>(random.below(40)));
  const auto folds = grouped_folds(groups, 4, random);
  std::map<std::uint32_t, std::set<std::uint32_t>> folds_of_group;
  for (std::size_t i = 0; i < groups.size(); ++i) folds_of_group[groups[i]].insert(folds[i]);
  for (const auto& [group, in] : folds_of_group) EXPECT_EQ(in.size(), 1U) << group;
  for (std::uint32_t fold = 0; fold < 4; ++fold) {
    EXPECT_NEAR(static_cast<double>(rows_in_fold(folds, fold).size()), 125, 5);
    EXPECT_EQ(rows_in_fold(folds, fold).size() + rows_outside_fold(folds, fold).size(), 500U);
  }
}

TEST(BalancedRows, TakesAsManyOfEachClassAsTheSmallestHas) {
  const Dataset rows = rows_of_classes({0, 0, 0, 0, 1, 1, 2, 2, 2, kClassMissing});
  Random random(1);
  std::map<int, int> count;
  for (const std::uint32_t row : balanced_rows(rows, random)) ++count[rows.label(row)];
  EXPECT_EQ(count, (std::map<int, int>{{0, 2}, {1, 2}, {2, 2}}));
}

// Recalls its training rows, and answers "a" for all others.
class Parrot final : public Classifier {
 public:
  explicit Parrot(const Dataset& rows) : schema_(rows.schema()) {
    for (std::size_t i = 0; i < rows.size(); ++i) known_[rows.value(i, 0)] = rows.label(i);
  }
  const Schema& schema() const override { return schema_; }
  void probabilities(std::span<const double>, std::span<double> out) const override {
    std::fill(out.begin(), out.end(), 1.0 / static_cast<double>(out.size()));
  }
  int classify(std::span<const double> row) const override {
    const auto found = known_.find(row[0]);
    return found == known_.end() ? 0 : found->second;
  }
  void write_body(std::string&) const override {}

 private:
  Schema schema_;
  std::map<double, int> known_;
};

TEST(CrossValidation, AsksOnlyAboutRowsThatWereNotLearnedFrom) {
  const Dataset rows = rows_of_classes({0, 1, 1, 0, 1, 1, 2, 2});
  const Learner parrot = [](const Dataset& some) { return std::make_unique<Parrot>(some); };
  const std::vector<std::uint32_t> folds = {0, 1, 2, 0, 1, 2, 0, 1};
  const auto confusion = cross_validate(rows, folds, parrot);
  ASSERT_TRUE(confusion);
  EXPECT_EQ(confusion->total(), 8);
  EXPECT_NEAR(confusion->error(), 6.0 / 8, 1e-12);
  EXPECT_EQ(ask(Parrot(rows), rows).error(), 0);
}

}  // namespace
}  // namespace freshet
