#include "refresh/remembered_priors.h"

#include <gtest/gtest.h>

#include <cmath>

#include "predict/shipped_first_sight.h"

namespace freshet {
namespace {

const FirstSight& model() { return shipped_first_sight(CountedChanges::content); }

double typical(std::size_t group) { return typical_rate(model().prior_of(group)); }

TEST(RememberedPriors, ThePriorHasTheRateThatIsRemembered) {
  const RememberedPriors priors(model());
  for (const double share : {0.1, 0.5, 0.9}) {
    const double rate = std::pow(typical(0), share) * std::pow(typical(3), 1 - share);
    EXPECT_NEAR(typical_rate(priors.about(rate)) / rate, 1, 1e-3);
  }
}

TEST(RememberedPriors, APageThatWasSurelyOfAGroupIsBelievedAsOneOfIt) {
  const RememberedPriors priors(model());
  for (std::size_t group = 0; group < model().groups().size(); ++group)
    for (std::size_t i = 0; i < kRateSteps; ++i)
      EXPECT_NEAR(priors.about(typical(group))[i], model().prior_of(group)[i], 1e-4);
}

TEST(RememberedPriors, BeyondTheGroupsItIsTheOuterOne) {
  const RememberedPriors priors(model());
  EXPECT_EQ(priors.about(100), model().prior_of(0));
  EXPECT_EQ(priors.about(0), model().prior_of(model().groups().size() - 1));
}

}  // namespace
}  // namespace freshet
