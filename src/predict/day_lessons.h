// Lessons for first sight from a history that is counted in days.
#pragma once

#include "predict/day_history.h"
#include "predict/first_sight_training.h"

namespace freshet {

// What a history tells of a page at first sight.
FirstLook first_look(const HistoryFeatures& features);

// `history` has features. Their rates are those of the days that were counted, and sure; by
// `knows_sites` some other pages of the site are drawn that were followed for some days.
FirstSightLessons lessons_of(const DayHistory& history, const FirstSightOptions& options);

}  // namespace freshet
