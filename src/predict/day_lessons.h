// First-sight lessons from a history in days.
#pragma once

#include "predict/day_history.h"
#include "predict/first_sight_training.h"

namespace freshet {

// Returns the facts that a history has about a page at first sight.
FirstLook first_look(const HistoryFeatures& features);

// `history` has features. The rates are those measured over the days, taken as certain. With
// `knows_sites`, each page also gets facts from some other pages of its site, observed for some
// days.
FirstSightLessons lessons_of(const DayHistory& history, const FirstSightOptions& options);

}  // namespace freshet
