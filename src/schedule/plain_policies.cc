#include "schedule/plain_policies.h"

#include <cmath>

#include "schedule/score_policy.h"

namespace freshet {
namespace {

class Uniform final : public ScorePolicy {
  double score(std::uint32_t, int days) const override { return days; }
};

}  // namespace

std::unique_ptr<DayPolicy> uniform_policy(const std::vector<KnownPage>& pages) {
  return with_pages(std::make_unique<Uniform>(), pages);
}

double check_worth(double rate, double days) {
  const double x = rate * days;
  return (1 - (1 + x) * std::exp(-x)) / rate;
}

}  // namespace freshet
