// Logistic regression by Newton's method, for evaluations: few columns, a quadratic penalty.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace freshet::bench {

struct LogisticRow {
  std::vector<double> values;
  double label;  // 0 or 1
  double weight = 1;
};

struct Logistic {
  double bias = 0;
  std::vector<double> weights;

  double probability(std::span<const double> values) const {
    double sum = bias;
    for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * values[i];
    return 1 / (1 + std::exp(-sum));
  }
};

// Solves a x = b by elimination; `a` is positive definite.
inline std::vector<double> solve(std::vector<std::vector<double>> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      const double factor = a[j][i] / a[i][i];
      if (factor == 0) continue;
      for (std::size_t k = i; k < n; ++k) a[j][k] -= factor * a[i][k];
      b[j] -= factor * b[i];
    }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

// Minimises the log loss plus `penalty` |weights|^2 / 2.
inline Logistic fit_logistic(const std::vector<LogisticRow>& rows, double penalty) {
  constexpr int kSteps = 25;
  const std::size_t columns = rows.empty() ? 0 : rows.front().values.size();
  Logistic model{0, std::vector<double>(columns, 0)};
  for (int step = 0; step < kSteps; ++step) {
    std::vector<double> gradient(columns + 1, 0);
    std::vector<std::vector<double>> curvature(columns + 1, std::vector<double>(columns + 1, 0));
    for (std::size_t i = 0; i < columns; ++i) {
      gradient[i] = penalty * model.weights[i];
      curvature[i][i] = penalty;
    }
    curvature[columns][columns] = 1e-6;
    for (const LogisticRow& row : rows) {
      const double p = model.probability(row.values);
      const auto value = [&](std::size_t i) { return i < columns ? row.values[i] : 1.0; };
      const double spread = row.weight * std::max(p * (1 - p), 1e-6);
      for (std::size_t i = 0; i <= columns; ++i) {
        if (value(i) == 0) continue;
        gradient[i] += row.weight * (p - row.label) * value(i);
        for (std::size_t j = 0; j <= columns; ++j) curvature[i][j] += spread * value(i) * value(j);
      }
    }
    const std::vector<double> move = solve(curvature, gradient);
    for (std::size_t i = 0; i < columns; ++i) model.weights[i] -= move[i];
    model.bias -= move[columns];
  }
  return model;
}

}  // namespace freshet::bench
