#include "lab/oracle_policy.h"

#include <vector>

#include "lab/replay.h"
#include "schedule/plain_policies.h"
#include "schedule/score_policy.h"

namespace freshet {
namespace {

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

std::unique_ptr<DayPolicy> oracle_policy(const DayHistory& history) {
  return std::make_unique<Oracle>(history);
}

}  // namespace freshet
