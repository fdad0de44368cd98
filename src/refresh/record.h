// Records observations of pages: beliefs and events, all but the rates.
#pragma once

#include <cstdint>
#include <optional>

#include "catalog/rows.h"
#include "crawl/observation.h"
#include "crawl/visit/page_order.h"
#include "life/page_life.h"
#include "predict/first_sight.h"

namespace freshet {

// Most requisites never change, and a page with an old picture is still fresh: requisites are
// checked only where that takes little from the pages.
inline constexpr double kRequisiteRate = 1.0 / 180;  // changes a day, at first sight
inline constexpr double kRequisiteWeight = 0.02;     // relative to a page

// Returns the features of a page at first sight.
FirstLook look_of(const Observation& observation);

// Returns the rate of a page that was found and not fetched yet, by its place and by its sitemap.
double rate_of(const FirstSight& first_sight, const WaitingPage& page, Time now);

struct BeliefUpdate {
  PageBelief belief;
  LifeEvent life_event = LifeEvent::none;
};

// Returns the belief after the observation. Does not change the rate or the next check, except at
// first sight.
BeliefUpdate updated_belief(const Observation& observation, const GoneBackoff& backoff);

// Returns the event for followers of the archive, if there is one. Requisites have none.
std::optional<PageEvent> event_of(const Observation& observation, LifeEvent life_event);

// Records what a crawl sees: the rate of a new page is predicted at first sight; a known page gets
// its check recorded and keeps its rate.
class FirstSightRecorder final : public ObservationRecorder {
 public:
  // `first_sight` outlives it.
  FirstSightRecorder(const FirstSight& first_sight, const GoneBackoff& backoff)
      : first_sight_(first_sight), backoff_(backoff) {}
  PageNews record(const Observation& observation) override;
  double rate_of_found(const WaitingPage& page, Time now) const override {
    return rate_of(first_sight_, page, now);
  }

 private:
  const FirstSight& first_sight_;
  const GoneBackoff backoff_;
};

}  // namespace freshet
