#include "schedule/plain_policies.h"

#include <cmath>

#include "schedule/replay.h"
#include "schedule/score_policy.h"

namespace freshet {
namespace {

class Uniform final : public ScorePolicy {
  double score(std::uint32_t, int days) const override { return days; }
};

class Oracle final : public ScorePolicy {
 public:
  explicit Oracle(const DayHistory& history) {
    for (const KnownPage& page : known_pages(history)) add(page);
    for (const DayPage& page : history.pages) rates_.push_back(true_rate(page));
  }

 private:
  double score(std::uint32_t page, int days) const override {
    return check_worth(rates_[page], days);
  }

  std::vector<double> rates_;
};

}  // namespace

std::unique_ptr<DayPolicy> uniform_policy(const std::vector<KnownPage>& pages) {
  return with_pages(std::make_unique<Uniform>(), pages);
}

double check_worth(double rate, double days) {
  const double x = rate * days;
  return (1 - (1 + x) * std::exp(-x)) / rate;
}

std::unique_ptr<DayPolicy> oracle_policy(const DayHistory& history) {
  return std::make_unique<Oracle>(history);
}

}  // namespace freshet
