// A first-sight model, learned from pages that were checked now and then, and judged beside the one
// that there was.
//
// Of a page with a few checks no rate is known: that under which three checks without a change are
// likeliest is 0. So each page brings what its checks say. How rates are spread among all pages is
// found first, as it makes all checks likeliest; what is believed of a page follows from both, and
// is what the page teaches.
//
// A fifth of the sites is held back, of an archive of few sites a fifth of the pages. Both models
// are asked about these, and judged by how likely they made what the checks then found (a proper
// score: none does better than by telling what it knows). Which are held back follows from their
// names, so a model that was learned last week was not taught what it is judged by today.
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

// Fewer pages than this, or fewer to be asked about, say too little.
inline constexpr std::size_t kRelearnPagesMin = 100;
inline constexpr std::size_t kAskedPagesMin = 10;
inline constexpr std::size_t kHeldBackSitesMin = 2;  // else pages are held back
inline constexpr std::uint64_t kHeldBackOneIn = 5;

struct CheckedPage {
  std::string url;
  std::string site;
  FirstLook look = {};        // as it was first seen
  RatePosterior checks = {};  // what they found
  double days = 0;            // that it was followed
  double changes = 0;         // that the checks found on them
};

// How rates are spread among pages of whose checks this is known.
RateWeights spread_of_rates(std::span<const CheckedPage> pages);

// What the pages teach: a lesson each. If `by_site`, pages of one site are held back together. If
// the options say so, a page is also shown with what is known of its site.
FirstSightLessons lessons_of(std::span<const CheckedPage> pages, bool by_site,
                             const FirstSightOptions& options = {});

struct Relearned {
  FirstSight model;         // taught by all pages but those that were held back
  bool is_by_site = false;  // whole sites were held back
  std::size_t taught_pages = 0;
  std::size_t taught_sites = 0;
  std::size_t asked_pages = 0;
  std::size_t asked_sites = 0;
  std::uint64_t asked_checks = 0;
  // What the checks found was given so much probability, each: the geometric mean.
  double probability = 0;
  double probability_before = 0;

  bool is_better() const { return probability > probability_before; }
};

// Errc::limit if there are too few pages; the message says how many are needed. Both models are
// asked as in a crawl of sites that nothing is known of.
Result<Relearned> relearn(std::span<const CheckedPage> pages, const FirstSight& before,
                          const Learner& learner, const FirstSightOptions& options,
                          std::vector<std::string> notes = {});

}  // namespace freshet
