// A policy that scores each open page by itself and checks those of the highest scores.
#pragma once

#include <vector>

#include "schedule/policy.h"

namespace freshet {

class ScorePolicy : public Policy {
 public:
  explicit ScorePolicy(const std::vector<KnownPage>& pages);

  void pick(const ReplayDay& day, Random& random, std::vector<std::uint32_t>& picks) override;
  void observe(int day, std::span<const DayCheck> checks) override;

 protected:
  // What a check of `page` is worth, `days` (1 at least) after the one before.
  virtual double score(std::uint32_t page, int days) const = 0;

  virtual void begin_day(const ReplayDay&) {}
  virtual void learn(std::uint32_t /*page*/, int /*days*/, bool /*has_changed*/) {}

 private:
  std::vector<int> last_;
  std::vector<ScoredPage> scored_;
};

}  // namespace freshet
