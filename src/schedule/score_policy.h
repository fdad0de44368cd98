// A policy that scores each open page independently and checks those with the highest scores.
#pragma once

#include <memory>
#include <vector>

#include "schedule/day_policy.h"

namespace freshet {

class ScorePolicy : public DayPolicy {
 public:
  void add(const KnownPage& page) final;
  void pick(const PolicyDay& day, Random& random, std::vector<std::uint32_t>& picks) override;
  void observe(int day, std::span<const DayCheck> checks) override;
  double worth(std::uint32_t page, int day) const final { return score(page, day - last_[page]); }

 protected:
  // Called for each added page, in the order of their numbers.
  virtual void on_added(const KnownPage&) {}
  // Returns the worth of a check of `page`, `days` (at least 1) after the previous one.
  virtual double score(std::uint32_t page, int days) const = 0;

  virtual void begin_day(const PolicyDay&) {}
  virtual void learn(std::uint32_t /*page*/, int /*days*/, bool /*has_changed*/) {}

 private:
  std::vector<int> last_;
  std::vector<ScoredPage> scored_;
};

// Returns the policy with these pages added.
template <class P>
std::unique_ptr<DayPolicy> with_pages(std::unique_ptr<P> policy,
                                      const std::vector<KnownPage>& pages) {
  for (const KnownPage& page : pages) policy->add(page);
  return policy;
}

}  // namespace freshet
