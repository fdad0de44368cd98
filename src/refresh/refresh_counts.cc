#include "refresh/refresh_counts.h"

namespace freshet {

void RefreshCounts::count(const Observation& observation) {
  if (!observation.check) {
    if (!observation.is_requisite) ++added;
    return;
  }
  const CheckOutcome outcome = observation.check->outcome;
  if (observation.is_requisite) {
    ++requisites;
    if (outcome == CheckOutcome::changed) ++requisites_changed;
    return;
  }
  switch (outcome) {
    case CheckOutcome::same:
      ++same;
      if (observation.is_not_modified) ++not_modified;
      return;
    case CheckOutcome::changed:
      ++changed;
      return;
    case CheckOutcome::gone:
      ++gone;
      return;
    case CheckOutcome::back:
      ++back;
      return;
    case CheckOutcome::failed:
      ++failed;
      if (observation.check->status != 0) ++stood_in;
      return;
  }
}

}  // namespace freshet
