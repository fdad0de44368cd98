// How a first-sight model is learned from a history.
//
// Three choices make it fit for sites that it has not seen (decision 123). A page of a large site
// counts less than one of a small site, since pages of one site are much alike. Each page is shown
// twice: as the first of its site, and as one among pages that were followed for a while. And the
// classifier is trusted as far as it was right about sites that were held back from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "learn/evaluate.h"
#include "predict/day_history.h"
#include "predict/first_sight.h"

namespace freshet {

struct FirstSightOptions {
  std::size_t classes = 4;           // groups, from kRateGroupsMin to kRateGroupsMax
  double site_power = 0.5;           // a page counts 1/(pages of its site)^this; 0: all the same
  bool knows_sites = true;           // show each page a second time, with what is known of its site
  std::size_t site_pages_max = 100;  // of the site's other pages, as many as are looked at
  std::size_t trust_folds = 5;  // of sites, to find the trust; 0: the classifier is trusted whole
  std::uint64_t seed = 1;
};

// The paper's static classifier: every page once and the same, nothing known of sites, trusted.
FirstSightOptions paper_first_sight();

// What a history tells of a page at first sight.
FirstLook first_look(const HistoryFeatures& features);

// `history` has features and a page at least. `notes` go into the model.
Result<FirstSight> train_first_sight(const DayHistory& history, const Learner& learner,
                                     const FirstSightOptions& options,
                                     std::vector<std::string> notes = {});

// How good it is on sites it has not seen: each page of the folds asked about after learning from
// the others, with nothing known of its site and with something.
struct FirstSightScore {
  double error = 0;           // share of pages put into the wrong group
  double log_loss = 0;        // mean of -log of the probability of the right group, natural
  double blind_log_loss = 0;  // the same for the shares of the groups alone
};
struct FirstSightScores {
  FirstSightScore alone;        // nothing known of the site
  FirstSightScore among;        // something known
  FirstSightScore alone_sites;  // the same, with each site counting once
  FirstSightScore among_sites;
};
Result<FirstSightScores> score_first_sight(const DayHistory& history, const Learner& learner,
                                           const FirstSightOptions& options, std::size_t folds);

}  // namespace freshet
