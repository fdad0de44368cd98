#include "predict/groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "predict/rate.h"

namespace freshet {
namespace {

TEST(RateGroups, FindsGroupsThatAreFarApartFastestFirst) {
  std::vector<double> rates;
  for (int i = 0; i < 50; ++i) {
    rates.push_back(1.0 + 0.01 * i);
    rates.push_back(0.01 + 0.0001 * i);
    rates.push_back(0.0005);
  }
  const RateGroups groups = group_rates(rates, 3);
  ASSERT_EQ(groups.rates.size(), 3U);
  EXPECT_EQ(groups.sizes, (std::vector<std::size_t>{50, 50, 50}));
  EXPECT_GT(groups.rates[0], 1.0);
  EXPECT_NEAR(groups.rates[2], 0.0005, 1e-9);
  EXPECT_EQ(group_of(groups, 2), 0U);
  EXPECT_EQ(group_of(groups, 0.02), 1U);
  EXPECT_EQ(group_of(groups, 0), 2U);
}

// Compared with a naive search over every border between sorted values, for two groups.
TEST(RateGroups, OfTwoHaveTheLeastErrorThereIs) {
  Random random(11);
  for (int round = 0; round < 20; ++round) {
    std::vector<double> logs;
    std::vector<double> rates;
    for (int i = 0; i < 40; ++i) rates.push_back(std::exp(-7 + 8 * random.unit()));
    for (const double rate : rates) logs.push_back(std::log(rate));
    std::ranges::sort(logs);
    const auto error = [&](std::size_t from, std::size_t to) {
      double mean = 0;
      double sum = 0;
      for (std::size_t i = from; i < to; ++i) mean += logs[i] / static_cast<double>(to - from);
      for (std::size_t i = from; i < to; ++i) sum += (logs[i] - mean) * (logs[i] - mean);
      return sum;
    };
    double least = 1e9;
    std::size_t border = 0;
    for (std::size_t i = 1; i < logs.size(); ++i) {
      const double sum = error(0, i) + error(i, logs.size());
      if (sum < least) {
        least = sum;
        border = i;
      }
    }
    const RateGroups groups = group_rates(rates, 2);
    const double found = error(0, groups.sizes[1]) + error(groups.sizes[1], logs.size());
    EXPECT_LE(found, least * 1.02) << "best border " << border << ", found " << groups.sizes[1];
  }
}

TEST(RateGroups, AreNoMoreThanThereAreDifferentRates) {
  EXPECT_EQ(group_rates(std::vector<double>{0.1, 0.1}, 4).rates.size(), 1U);
  EXPECT_TRUE(group_rates({}, 4).rates.empty());
}

TEST(RateGroups, OnTheRawScaleFollowTheFewFastPages) {
  std::vector<double> rates(1000, 0.001);
  for (int i = 0; i < 500; ++i) rates.push_back(0.02);
  for (int i = 0; i < 10; ++i) rates.push_back(5);
  EXPECT_EQ(group_rates(rates, 2, RateScale::raw).sizes, (std::vector<std::size_t>{10, 1500}));
  EXPECT_EQ(group_rates(rates, 2, RateScale::log).sizes, (std::vector<std::size_t>{510, 1000}));
}

}  // namespace
}  // namespace freshet
