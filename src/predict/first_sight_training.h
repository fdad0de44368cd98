// Trains a first-sight model from pages with known rates.
//
// Three choices make it work on unseen sites (docs/design/predict.md). A page of a large site has
// less weight than one of a small site, since pages of one site are alike. Each page is shown
// twice: as the first of its site, and as one among pages that were observed for a while. The trust
// in the classifier is its accuracy on held-out sites.
//
// The lessons come from day_lessons.h (a history) or relearn.h (checks of an archive).
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
  std::size_t classes = 4;  // groups, from kRateGroupsMin to kRateGroupsMax
  double site_power = 0.5;  // weight of a page: 1/(pages of its site)^this; 0: all weigh the same
  bool knows_sites = true;  // show each page a second time, with facts about its site
  std::size_t site_pages_max = 100;  // most other pages of the site that give these facts
  std::size_t trust_folds = 5;       // of sites, to find the trust; 0: the trust is 1
  std::uint64_t seed = 1;
};

// Returns the options of the paper's static classifier: each page once with equal weight, no facts
// about sites, trust 1.
FirstSightOptions paper_first_sight();

// Facts about a site; they follow those of the page.
inline constexpr std::array<std::string_view, 3> kSiteFacts = {"site_pages", "site_rate_seen",
                                                               "site_rate_most"};

// Draws the number of known pages of a site, log-uniform from 1 to `max`.
std::size_t draw_log(Random& random, std::size_t max);

// A page as it may be encountered, and its true rate.
struct FirstSightLesson {
  std::uint32_t site = 0;               // pages with one number are held out together
  double rate = 0;                      // changes per day
  RateWeights belief = {};              // certainty of that rate
  FirstLook look = {};                  // without facts about its site
  std::optional<FirstLook> among = {};  // with facts about its site
};

struct FirstSightLessons {
  std::vector<std::string_view> facts;  // features of the classifier, from look_fields()
  std::vector<FirstSightLesson> pages;
};

// Needs at least one page. `notes` are stored in the model.
Result<FirstSight> train_first_sight(const FirstSightLessons& lessons, const Learner& learner,
                                     const FirstSightOptions& options,
                                     std::vector<std::string> notes = {});

// Accuracy on unseen sites by cross-validation: each page is predicted after training on the other
// folds, without facts about its site and with some.
struct FirstSightScore {
  double error = 0;           // share of pages in the wrong group
  double log_loss = 0;        // mean of -ln of the probability of the right group
  double blind_log_loss = 0;  // the same for the shares of the groups only
};
struct FirstSightScores {
  FirstSightScore alone;        // without facts about the site
  FirstSightScore among;        // with them
  FirstSightScore alone_sites;  // as `alone`, with equal weight for each site
  FirstSightScore among_sites;
};
Result<FirstSightScores> score_first_sight(const FirstSightLessons& lessons, const Learner& learner,
                                           const FirstSightOptions& options, std::size_t folds);

// Returns the classifier's input for a look: the facts that its schema names.
std::vector<double> row_of(const Schema& schema, const FirstLook& look);

// Returns a schema with a column for each fact, and the groups as classes "1" (the fastest), "2",
// ...
Schema first_sight_schema(const std::vector<std::string_view>& facts, std::size_t groups);

}  // namespace freshet
