#include "schedule/plain_policies.h"

#include <cmath>

#include "schedule/replay.h"

namespace freshet {
namespace {

// Scores each open page by itself and takes the highest.
class ScorePolicy : public Policy {
 public:
  explicit ScorePolicy(const std::vector<KnownPage>& pages) {
    for (const KnownPage& page : pages) last_.push_back(page.first_day);
  }

  void pick(const ReplayDay& day, Random& random, std::vector<std::uint32_t>& picks) override {
    scored_.clear();
    for (const std::uint32_t page : day.open)
      scored_.push_back({static_cast<float>(score(page, day.day - last_[page])),
                         static_cast<std::uint32_t>(random.next()), page});
    pick_highest(scored_, day.checks_left, picks);
  }

  void observe(int day, std::span<const PageCheck> checks) override {
    for (const PageCheck& check : checks) last_[check.page] = day;
  }

 protected:
  virtual double score(std::uint32_t page, int days) const = 0;

 private:
  std::vector<int> last_;
  std::vector<ScoredPage> scored_;
};

class Uniform final : public ScorePolicy {
 public:
  using ScorePolicy::ScorePolicy;

 private:
  double score(std::uint32_t, int days) const override { return days; }
};

class Oracle final : public ScorePolicy {
 public:
  explicit Oracle(const DayHistory& history) : ScorePolicy(known_pages(history)) {
    for (const DayPage& page : history.pages) rates_.push_back(true_rate(page));
  }

 private:
  double score(std::uint32_t page, int days) const override {
    return check_worth(rates_[page], days);
  }

  std::vector<double> rates_;
};

}  // namespace

std::unique_ptr<Policy> uniform_policy(std::vector<KnownPage> pages) {
  return std::make_unique<Uniform>(pages);
}

double check_worth(double rate, double days) {
  const double x = rate * days;
  return (1 - (1 + x) * std::exp(-x)) / rate;
}

std::unique_ptr<Policy> oracle_policy(const DayHistory& history) {
  return std::make_unique<Oracle>(history);
}

}  // namespace freshet
