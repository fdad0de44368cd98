#include "life/page_life.h"

#include <algorithm>

#include "change/judge.h"

namespace freshet {
namespace {

constexpr std::int64_t kDoublingsMax = 20;

// The stand-in with this number, counted in a row, is taken for the end of the page.
constexpr std::int64_t kStandInsMax = 3;

}  // namespace

Duration GoneBackoff::wait(std::int64_t misses) const {
  const auto doublings = std::clamp<std::int64_t>(misses - 1, 0, kDoublingsMax);
  return std::min(first * (std::int64_t{1} << doublings), longest);
}

LifeObservation LifeObservation::of(const PageCheck& check) {
  return {.at = check.time,
          .outcome = check.outcome,
          .is_stand_in = check.outcome == CheckOutcome::failed &&
                         check.change == static_cast<std::uint8_t>(ChangeClass::removed)};
}

CheckOutcome PageLife::outcome_of_stand_in() const {
  return is_missing() || misses + 1 >= kStandInsMax ? CheckOutcome::gone : CheckOutcome::failed;
}

LifeStep PageLife::advance(const LifeObservation& seen, const GoneBackoff& backoff) const {
  LifeStep step{.life = *this};
  PageLife& life = step.life;
  switch (seen.outcome) {
    case CheckOutcome::same:
    case CheckOutcome::changed:
    case CheckOutcome::back:
      life = {};
      if (is_missing()) step.event = LifeEvent::returned;
      break;
    case CheckOutcome::gone:
      ++life.misses;
      life.state = life.misses > backoff.checks_max ? PageState::faded : PageState::gone;
      life.next_recheck.reset();
      if (life.state == PageState::gone) life.next_recheck = seen.at + backoff.wait(life.misses);
      if (!is_missing())
        step.event = LifeEvent::vanished;
      else if (state == PageState::gone && life.state == PageState::faded)
        step.event = LifeEvent::gave_up;
      break;
    case CheckOutcome::failed:
      if (seen.is_stand_in) ++life.misses;
      if (is_missing()) life.next_recheck = seen.at + backoff.wait(life.misses);
      break;
  }
  return step;
}

PageLife life_of(const PageBelief& belief) {
  PageLife life{.state = belief.state, .misses = belief.misses};
  if (life.is_missing()) life.next_recheck = belief.next_check;
  return life;
}

PageLife life_of(const std::optional<PageBelief>& belief) {
  return belief ? life_of(*belief) : PageLife{};
}

void set_life(PageBelief& belief, const PageLife& life) {
  belief.state = life.state;
  belief.misses = life.misses;
  if (life.is_missing()) belief.next_check = life.next_recheck;
}

}  // namespace freshet
