#include "refresh/refresh_counts.h"

namespace freshet {

void RefreshCounts::count(const Sighting& sighting) {
  if (!sighting.check) {
    if (!sighting.is_requisite) ++added;
    return;
  }
  const CheckOutcome outcome = sighting.check->outcome;
  if (sighting.is_requisite) {
    ++requisites;
    if (outcome == CheckOutcome::changed) ++requisites_changed;
    return;
  }
  switch (outcome) {
    case CheckOutcome::same:
      ++same;
      if (sighting.is_not_modified) ++not_modified;
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
      return;
  }
}

}  // namespace freshet
