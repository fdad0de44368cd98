// How a first-sight model is learned from pages whose rates are known.
//
// Three choices make it fit for unseen sites (docs/design/predict.md). A page of a large site
// counts less than one of a small site, since pages of one site are much alike. Each page is shown
// twice: as the first of its site, and as one among pages that were followed for a while. And the
// classifier is trusted as far as it was right about sites that were held back from it.
//
// Where the pages come from is for others to say: day_lessons.h (a history), relearn.h (checks
// of an archive).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "learn/evaluate.h"
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

// What is known of a site, behind what is counted on a page.
inline constexpr std::array<std::string_view, 3> kSiteFacts = {"site_pages", "site_rate_seen",
                                                               "site_rate_most"};

// How many of a site's pages are known: the number whose log is drawn evenly from that of 1 to that
// of `max`.
std::size_t draw_log(Random& random, std::size_t max);

// A page as it may be met, and what it turned out to be.
struct FirstSightLesson {
  std::uint32_t site = 0;               // pages of one number are held back together
  double rate = 0;                      // changes a day
  RateWeights belief = {};              // how sure one is of that
  FirstLook look = {};                  // nothing is known of its site
  std::optional<FirstLook> among = {};  // something is
};

struct FirstSightLessons {
  std::vector<std::string_view> facts;  // that the classifier may ask for, of look_fields()
  std::vector<FirstSightLesson> pages;
};

// There is a page at least. `notes` go into the model.
Result<FirstSight> train_first_sight(const FirstSightLessons& lessons, const Learner& learner,
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
Result<FirstSightScores> score_first_sight(const FirstSightLessons& lessons, const Learner& learner,
                                           const FirstSightOptions& options, std::size_t folds);

// What the classifier is asked about a look: the facts that its schema names.
std::vector<double> row_of(const Schema& schema, const FirstLook& look);

// A column for each fact, and the groups as classes "1" (the fastest), "2", ...
Schema first_sight_schema(const std::vector<std::string_view>& facts, std::size_t groups);

}  // namespace freshet
