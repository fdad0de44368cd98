#include "predict/bayes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freshet {
namespace {

// Cho and Garcia-Molina's example: one week or one month, and a week without a change.
TEST(ClassBelief, MultipliesByTheLikelihoodOfWhatWasSeen) {
  const std::vector<double> rates = {1.0 / 7, 1.0 / 30};
  ClassBelief belief({0.5, 0.5});
  belief.observe({7, false}, rates);
  const double week = std::exp(-1.0);
  const double month = std::exp(-7.0 / 30);
  EXPECT_NEAR(belief.probabilities()[0], week / (week + month), 1e-12);
  EXPECT_EQ(belief.likeliest(), 1U);
  belief.observe({7, true}, rates);
  belief.observe({7, true}, rates);
  EXPECT_EQ(belief.likeliest(), 0U);
}

TEST(ClassBelief, ComesBackFromCertainty) {
  const std::vector<double> rates = {1, 0.001};
  ClassBelief belief({0.5, 0.5});
  for (int i = 0; i < 5000; ++i) belief.observe({100, false}, rates);
  EXPECT_EQ(belief.likeliest(), 1U);
  for (int i = 0; i < 20; ++i) belief.observe({1, true}, rates);
  EXPECT_EQ(belief.likeliest(), 0U);
}

TEST(ClassBelief, LearnsNothingFromNoTime) {
  ClassBelief belief({0.3, 0.7});
  belief.observe({0, true}, std::vector<double>{1, 2});
  belief.observe({-5, false}, std::vector<double>{1, 2});
  EXPECT_NEAR(belief.probabilities()[0], 0.3, 1e-12);
}

TEST(ClassBelief, InOneClassLeavesTheErrorToTheOthers) {
  EXPECT_EQ(belief_in_class(1, 3, 0.2), (std::vector<double>{0.1, 0.8, 0.1}));
  EXPECT_EQ(belief_in_class(0, 1, 0.2), (std::vector<double>{1.0}));
}

}  // namespace
}  // namespace freshet
