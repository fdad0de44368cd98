// How often a page will change, guessed when it is seen for the first time: the static classifier
// of Barbosa et al. ("Looking at both the present and the past", 2005, section 3.3), and what
// follows from its answer for the belief about the page's rate. Design: docs/design/predict.md.
//
// The classifier puts a page into a change-rate group. What it learned of some sites it does not
// know of others, so its answer is believed only as far as it was right about sites that it had not
// seen ("trust"); the rest of the belief is the mix of groups among all pages.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "learn/dataset.h"
#include "learn/model_file.h"
#include "predict/groups.h"
#include "predict/rate.h"

namespace freshet {

// What may be known of a page when it is first seen. kMissing: it is not.
struct FirstLook {
  // Counted on the page, as html/features.h has it.
  double links = kMissing;
  double internal_links = kMissing;
  double external_links = kMissing;
  double emails = kMissing;
  double images = kMissing;
  double headings = kMissing;
  double scripts = kMissing;
  double forms = kMissing;
  double elements = kMissing;
  double text_bytes = kMissing;
  double raw_bytes = kMissing;
  double url_dir_level = kMissing;
  // Said by the server.
  double has_last_modified = kMissing;       // 1 or 0
  double last_modified_age_days = kMissing;  // missing if there is no such date
  double has_etag = kMissing;                // 1 or 0
  // Said by a sitemap.
  double sitemap_age_days = kMissing;         // since its lastmod
  double sitemap_changes_per_day = kMissing;  // see changefreq_rate
  // Known from the crawl.
  double depth = kMissing;     // links from the home page
  double in_links = kMissing;  // links to it seen so far
  // Known of the other pages of its site; see tell_site. Two rates, so that a few quiet days are
  // told apart from many.
  double site_pages = kMissing;      // that were checked
  double site_rate_seen = kMissing;  // changes a day, over all days followed
  double site_rate_most = kMissing;  // the same with one change more

  // Of the site's other pages `pages` were checked since they were first seen; the days from each
  // one's first sight to its last check add up to `page_days`, on which `changes` were found.
  // Nothing is told where nothing was followed.
  void tell_site(double pages, double page_days, double changes);
};

// The facts by their names in models.
struct LookField {
  std::string_view name;
  double FirstLook::* value;
};
std::span<const LookField> look_fields();

// A sitemap's changefreq ("daily") as changes a day; kMissing if it is none. Case does not matter.
double changefreq_rate(std::string_view changefreq);

struct FirstSightPrediction {
  std::size_t group = 0;  // what the classifier says, 0 being the fastest
  // How likely each group is, by the classifier as far as it is trusted; 0 behind the last group.
  std::array<double, kRateGroupsMax> probabilities{};
  RateWeights prior{};  // over rate_grid(): the priors of the groups, in that proportion
};

// One group, from the fastest to the slowest.
struct FirstSightGroup {
  double rate = 0;        // its centre, changes a day
  std::size_t pages = 0;  // that it was learned from
  double share = 0;       // of all pages, as far as nothing is known of a page
  RateWeights prior{};    // the rates within it
};

// Invariant: the classifier has a class for each group and asks for known facts only; shares add up
// to 1, and so do the weights of each prior. Immutable; may be asked from several threads.
class FirstSight {
 public:
  // `trust` is from 0 to 1. The error says what does not fit together.
  static Result<FirstSight> make(std::vector<FirstSightGroup> groups, double trust, Model model);

  // Reads docs/formats/first-sight.md. Total: any bytes give a model or the reason why they are
  // none; a model that asks for a fact that this freshet does not know is refused with its name.
  static Result<FirstSight> read(std::string_view text);
  std::string write() const;

  FirstSightPrediction predict(const FirstLook& look) const;

  // What is believed of a page of which only the group is remembered.
  RateWeights prior_of(std::size_t group) const;

  const std::vector<FirstSightGroup>& groups() const { return groups_; }
  double trust() const { return trust_; }
  const Model& model() const { return model_; }

 private:
  FirstSight() = default;
  FirstSightPrediction believed(const std::array<double, kRateGroupsMax>& said) const;

  std::vector<FirstSightGroup> groups_;
  double trust_ = 0;  // 0: the shares of the groups alone; 1: the classifier alone
  Model model_;
  std::vector<double FirstLook::*> asked_;  // for each feature of the classifier
};

}  // namespace freshet
