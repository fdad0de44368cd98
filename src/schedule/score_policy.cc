#include "schedule/score_policy.h"

namespace freshet {

void ScorePolicy::add(const KnownPage& page) {
  last_.push_back(page.first_day);
  on_added(page);
}

void ScorePolicy::pick(const PolicyDay& day, Random& random, std::vector<std::uint32_t>& picks) {
  begin_day(day);
  scored_.clear();
  for (const std::uint32_t page : day.open)
    scored_.push_back({static_cast<float>(score(page, day.day - last_[page])),
                       static_cast<std::uint32_t>(random.next()), page});
  pick_highest(scored_, day.checks_left, picks);
}

void ScorePolicy::observe(int day, std::span<const DayCheck> checks) {
  for (const DayCheck& check : checks) {
    learn(check.page, day - last_[check.page], check.has_changed);
    last_[check.page] = day;
  }
}

}  // namespace freshet
