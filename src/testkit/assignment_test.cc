#include "testkit/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/random.h"

namespace freshet {
namespace {

using Gains = std::vector<std::vector<double>>;

double sum(const Gains& gains, const std::vector<std::size_t>& columns) {
  double sum = 0;
  for (std::size_t i = 0; i < gains.size(); ++i) sum += gains[i][columns[i]];
  return sum;
}

double best_by_trying_all(const Gains& gains) {
  std::vector<std::size_t> columns(gains.front().size());
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  double best = sum(gains, columns);
  while (std::ranges::next_permutation(columns).found) best = std::max(best, sum(gains, columns));
  return best;
}

TEST(Assignment, IsAsGoodAsTryingAll) {
  Random random(1);
  for (int trial = 0; trial < 60; ++trial) {
    const std::size_t rows = 1 + random.below(6);
    const std::size_t columns = rows + random.below(2);
    Gains gains(rows, std::vector<double>(columns));
    for (auto& row : gains)
      for (double& gain : row) gain = random.unit() - 0.3;
    const auto found =
        best_assignment(rows, columns, [&](std::size_t i, std::size_t j) { return gains[i][j]; });
    EXPECT_NEAR(sum(gains, found), best_by_trying_all(gains), 1e-9);
    auto sorted = found;
    std::ranges::sort(sorted);
    EXPECT_EQ(std::ranges::adjacent_find(sorted), sorted.end());
  }
}

}  // namespace
}  // namespace freshet
