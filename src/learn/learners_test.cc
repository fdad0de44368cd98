#include "learn/learners.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/random.h"
#include "learn/arff.h"
#include "learn/boosting.h"
#include "learn/feature_search.h"
#include "learn/forest.h"
#include "learn/naive_bayes.h"
#include "learn/nearest.h"

namespace freshet {
namespace {

// Three classes determined by a number and a colour; the third feature is random. Some values are
// missing.
Dataset made_up_rows(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  Dataset rows({{{"size"}, {"colour", {"red", "green"}}, {"noise"}}, {"class", {"a", "b", "c"}}});
  for (std::size_t i = 0; i < count; ++i) {
    const double size = random.unit() * 10;
    const bool is_red = random.with_probability(0.5);
    const int label = size < 4 ? 0 : is_red ? 1 : 2;
    const auto sometimes = [&](double value) {
      return random.with_probability(0.03) ? kMissing : value;
    };
    rows.add(std::vector{sometimes(size), sometimes(is_red ? 0 : 1), random.unit()}, label);
  }
  return rows;
}

std::vector<double> says(const Classifier& classifier, std::vector<double> row) {
  std::vector<double> out(classifier.schema().class_count());
  classifier.probabilities(row, out);
  return out;
}

TEST(Learners, EachFindsTheRuleBehindTheRows) {
  const Dataset train = made_up_rows(1, 600), test = made_up_rows(2, 300);
  for (const NamedLearner& learner : all_learners(1)) {
    const auto classifier = learner.learn(train);
    ASSERT_TRUE(classifier) << learner.name;
    EXPECT_LT(ask(**classifier, test).error(), 0.2) << learner.name;
  }
}

TEST(Learners, ProbabilitiesAddUpToOneWhateverIsAsked) {
  const Dataset train = made_up_rows(1, 200);
  for (const NamedLearner& learner : all_learners(1)) {
    const auto classifier = learner.learn(train);
    ASSERT_TRUE(classifier) << learner.name;
    for (const std::vector<double>& row : {std::vector{1.0, 0.0, 0.5},
                                           {kMissing, kMissing, kMissing},
                                           {1e300, 1.0, -1e300},
                                           {5.0, 17.0, 0.0}}) {
      const std::vector<double> out = says(**classifier, row);
      EXPECT_NEAR(std::accumulate(out.begin(), out.end(), 0.0), 1, 1e-9) << learner.name;
      for (const double probability : out) EXPECT_GE(probability, 0) << learner.name;
    }
  }
}

TEST(Learners, LearnFromNothingAndFromOneClass) {
  Dataset rows = made_up_rows(1, 0);
  for (const NamedLearner& learner : all_learners(1)) {
    const auto classifier = learner.learn(rows);
    ASSERT_TRUE(classifier) << learner.name;
    EXPECT_EQ((*classifier)->classify(std::vector{1.0, 0.0, 0.0}), 0) << learner.name;
  }
  for (int i = 0; i < 5; ++i) rows.add(std::vector{1.0 * i, 0.0, 0.0}, 2);
  for (const NamedLearner& learner : all_learners(1)) {
    const auto classifier = learner.learn(rows);
    ASSERT_TRUE(classifier) << learner.name;
    EXPECT_EQ((*classifier)->classify(std::vector{1.0, 0.0, 0.0}), 2) << learner.name;
  }
}

TEST(Learners, TheSameSeedGivesTheSameModel) {
  const Dataset train = made_up_rows(1, 200);
  for (const NamedLearner& learner : all_learners(5)) {
    std::string first, second;
    (*learner.learn(train))->write_body(first);
    (*learner.learn(train))->write_body(second);
    EXPECT_EQ(first, second) << learner.name;
  }
}

// Two classes around 0 and 10 with deviation 1; halfway between both are equally likely.
TEST(NaiveBayes, WeighsByNormalDistributions) {
  Dataset rows({{{"x"}}, {"class", {"a", "b"}}});
  for (const double offset : {-1.0, 1.0, -1.0, 1.0}) {
    rows.add(std::vector{offset}, 0);
    rows.add(std::vector{10 + offset}, 1);
  }
  const NaiveBayes model = NaiveBayes::train(rows);
  EXPECT_EQ(model.classify(std::vector{2.0}), 0);
  EXPECT_EQ(model.classify(std::vector{8.0}), 1);
  EXPECT_NEAR(says(model, {kMissing})[0], 0.5, 1e-12);
}

// Laplace: of 3 red rows of class a, P(red) = (3 + 1)/(3 + 2); of 1 green of b, (0 + 1)/(1 + 2).
// The prior of a is (3 + 1)/(4 + 2).
TEST(NaiveBayes, CountsValuesWithOneAdded) {
  const auto rows = read_arff(
      "@attribute colour {red,green}\n@attribute c {a,b}\n@data\nred,a\nred,a\nred,a\ngreen,b\n");
  const double a = 4.0 / 6 * 4 / 5, b = 2.0 / 6 * 1 / 3;
  EXPECT_NEAR(says(NaiveBayes::train(*rows), {0})[0], a / (a + b), 1e-12);
}

TEST(Nearest, AsksTheNearestAndAllThatAreAsNear) {
  Dataset rows({{{"x"}}, {"class", {"a", "b"}}});
  rows.add(std::vector{0.0}, 0);
  rows.add(std::vector{2.0}, 1);
  rows.add(std::vector{2.0}, 1);
  rows.add(std::vector{10.0}, 0);
  const Nearest one = Nearest::train(rows, 1);
  EXPECT_EQ(one.classify(std::vector{0.4}), 0);
  // 0 and both rows at 2 are equally near to 1.
  EXPECT_NEAR(says(one, {1.0})[1], (2 + 0.25) / (3 + 0.5), 1e-12);
  EXPECT_EQ(Nearest::train(rows, 3).classify(std::vector{0.0}), 1);
}

// The naive way: all distances, sorted. Whole numbers give many ties.
TEST(Nearest, AgreesWithSortingAllRows) {
  Random random(8);
  Dataset rows({{{"x"}, {"y"}}, {"class", {"a", "b", "c"}}});
  const auto number = [&] { return static_cast<double>(random.below(8)); };
  rows.add(std::vector{0.0, 0.0}, 0);
  rows.add(std::vector{8.0, 8.0}, 1);
  for (int i = 0; i < 60; ++i)
    rows.add(std::vector{number(), number()}, static_cast<int>(random.below(3)));
  constexpr std::size_t kNeighbours = 5;
  const Nearest model = Nearest::train(rows, kNeighbours);
  for (int q = 0; q < 50; ++q) {
    const std::vector<double> asked = {number(), number()};
    std::vector<double> distances, expected(3, 1.0 / static_cast<double>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
      distances.push_back(std::pow(rows.value(i, 0) - asked[0], 2) +
                          std::pow(rows.value(i, 1) - asked[1], 2));
    std::vector<double> sorted = distances;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (distances[i] <= sorted[kNeighbours - 1])
        expected[static_cast<std::size_t>(rows.label(i))] += 1;
    const double sum = std::accumulate(expected.begin(), expected.end(), 0.0);
    const std::vector<double> out = says(model, asked);
    for (std::size_t label = 0; label < 3; ++label)
      EXPECT_NEAR(out[label], expected[label] / sum, 1e-12);
  }
}

TEST(Boosting, LearnsXorWhichNoSingleFeatureTells) {
  Random random(3);
  Dataset rows({{{"x"}, {"y", {"no", "yes"}}}, {"class", {"same", "other"}}});
  for (int i = 0; i < 400; ++i) {
    const double x = random.unit();
    const bool y = random.with_probability(0.5);
    rows.add(std::vector{x, y ? 1.0 : 0.0}, (x > 0.5) == y ? 0 : 1);
  }
  const auto model = Boosting::train(rows, {.rounds = 30});
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_LT(ask(*model, rows).error(), 0.03);
  EXPECT_GT(says(*model, {0.9, 1.0})[0], 0.9);
}

TEST(Forest, IsSurerOfWhatAllTreesSay) {
  const Forest forest = Forest::train(made_up_rows(1, 400), {.trees = 30});
  EXPECT_GT(says(forest, {1.0, 0.0, 0.5})[0], 0.95);
  EXPECT_GT(says(forest, {8.0, 1.0, 0.5})[2], 0.9);
}

TEST(FeatureSearch, TakesWhatHelpsAndLeavesNoise) {
  const Dataset rows = made_up_rows(1, 300);
  Random random(1);
  const auto folds = stratified_folds(rows, 5, random);
  const auto steps = search_features(rows, folds, all_learners(1)[1].learn);
  ASSERT_TRUE(steps) << steps.error().message;
  ASSERT_EQ(steps->size(), 2U);
  EXPECT_EQ((*steps)[0].feature, 0U);
  EXPECT_EQ((*steps)[1].feature, 1U);
  EXPECT_LT((*steps)[1].error, (*steps)[0].error);
}

}  // namespace
}  // namespace freshet
