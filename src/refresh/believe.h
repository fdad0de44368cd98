// What follows from a sighting for what is remembered of a page, but for its rate.
#pragma once

#include <cstdint>
#include <optional>

#include "base/time.h"
#include "catalog/rows.h"
#include "crawl/sighting.h"
#include "predict/first_sight.h"

namespace freshet {

// How pages that are gone are looked for: after `first`, then twice as long each time up to `last`;
// after `looks` in vain they fade out.
struct GonePages {
  Duration first = std::chrono::days(1);
  Duration last = std::chrono::days(32);
  std::int64_t looks = 8;

  Duration wait(std::int64_t misses) const;
};

// Most requisites never change, and a page with an old picture is still fresh: they are checked
// where that is cheap for the pages.
inline constexpr double kRequisiteRate = 1.0 / 180;  // changes a day, at first sight
inline constexpr double kRequisiteWeight = 0.02;     // of a page

// What is known of a page when it is first seen.
FirstLook look_of(const Sighting& sighting);

// The belief after the sighting; rates and plans are not touched, but for those of first sight.
PageBelief after(const Sighting& sighting, const GonePages& gone);

// What those who follow the archive hear of it, if anything; of requisites nothing.
std::optional<PageEvent> event_of(const Sighting& sighting);

// Beliefs by first sight alone, for a crawl: pages that it sees for the first time are predicted;
// of those that were known what happened is kept, and the rate by the page's own checks.
class FirstBeliefs final : public Beliefs {
 public:
  // `first_sight` outlives it.
  FirstBeliefs(const FirstSight& first_sight, const GonePages& gone)
      : first_sight_(first_sight), gone_(gone) {}
  PageNews believe(const Sighting& sighting) override;

 private:
  const FirstSight& first_sight_;
  const GonePages gone_;
};

}  // namespace freshet
