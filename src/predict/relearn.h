// Retrains the first-sight model from the checks of an archive, and compares it with the previous
// one.
//
// The rate of a page with a few checks is not known: after three checks without a change the
// maximum-likelihood estimate is 0. So the distribution of rates among all pages is estimated
// first, as the one that maximises the likelihood of all checks. The posterior of a page follows
// from both, and is its lesson.
//
// A fifth of the sites is held out; in an archive of few sites, a fifth of the pages. Both models
// predict these pages, and are scored by the probability that they gave to the results of the
// checks (a proper score). Hashes of names select the held-out set, so a model trained last week
// was not trained on the pages that score it today.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "learn/evaluate.h"
#include "predict/first_sight.h"
#include "predict/first_sight_training.h"
#include "predict/rate.h"

namespace freshet {

// Minimum number of pages, and of held-out pages; fewer are not significant.
inline constexpr std::size_t kRelearnPagesMin = 100;
inline constexpr std::size_t kAskedPagesMin = 10;
inline constexpr std::size_t kHeldBackSitesMin = 2;  // with fewer, single pages are held out
inline constexpr std::uint64_t kHeldBackOneIn = 5;

struct CheckedPage {
  std::string url;
  std::string site;
  FirstLook look = {};        // at first sight
  RatePosterior checks = {};  // their results
  double days = 0;            // observed
  double changes = 0;         // found by the checks in that time
};

// Returns the distribution of rates among pages, given their checks.
RateWeights spread_of_rates(std::span<const CheckedPage> pages);

// Returns a lesson for each page. If `by_site`, pages of one site are held out together. If the
// options say so, a page is also shown with facts about its site.
FirstSightLessons lessons_of(std::span<const CheckedPage> pages, bool by_site,
                             const FirstSightOptions& options = {});

struct Relearned {
  FirstSight model;         // trained on all pages except the held-out ones
  bool is_by_site = false;  // whole sites were held out
  std::size_t taught_pages = 0;
  std::size_t taught_sites = 0;
  std::size_t asked_pages = 0;
  std::size_t asked_sites = 0;
  std::uint64_t asked_checks = 0;
  // Probability given to the result of a check: the geometric mean.
  double probability = 0;
  double probability_before = 0;

  bool is_better() const { return probability > probability_before; }
};

// Errc::limit if there are too few pages; the message gives the number needed. Both models predict
// without facts about sites, as in a crawl of new ones.
Result<Relearned> relearn(std::span<const CheckedPage> pages, const FirstSight& before,
                          const Learner& learner, const FirstSightOptions& options,
                          std::vector<std::string> notes = {});

}  // namespace freshet
