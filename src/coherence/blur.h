// Blur: the expected number of changes between a page's visit and a random instant of the capture
// (Denev, Mazeika, Spaniol, Weikum: "SHARC: framework for quality-conscious web archiving", VLDB
// 2009). Zero is sharp.
#pragma once

#include <span>

#include "base/time.h"
#include "coherence/invariance.h"
#include "coherence/plan.h"

namespace freshet {

// Returns the blur of one page captured at `at`: the changes expected between `at` and an instant
// of `observed`, averaged over all its instants. With L the length of the interval and t the time
// from its begin to the capture: rate * (t^2 - t L + L^2 / 2) / L. A negative or NaN rate counts as
// very high.
double page_blur(double changes_per_day, Time at, const Interval& observed);

// The same of a page whose changes are known: of each change, the share of the instants of
// `observed` from which it separates the capture.
double drawn_page_blur(std::span<const Time> changes, Time at, const Interval& observed);

// Returns the blur of a capture with one visit a page, one slot apart: the mean of its pages. The
// observed interval is n slots, from the first visit on.
double expected_blur(const CapturePlan& plan, std::span<const double> rates, Duration slot);

}  // namespace freshet
