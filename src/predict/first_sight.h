// The change rate of a page, predicted when it is first seen: the static classifier of Barbosa et
// al. ("Looking at both the present and the past", 2005, section 3.3), and the prior for the page's
// rate that follows from its answer. Design: docs/design/predict.md.
//
// The classifier assigns a page to a change-rate group. Knowledge of some sites does not carry over
// to others, so its answer is weighted by its accuracy on unseen sites ("trust"); the rest of the
// prior is the distribution of groups among all pages.
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

// Facts that may be known about a page at first sight. kMissing: unknown.
struct FirstLook {
  // Counted on the page, as in html/features.h.
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
  // From the response headers.
  double has_last_modified = kMissing;       // 1 or 0
  double last_modified_age_days = kMissing;  // missing without that date
  double has_etag = kMissing;                // 1 or 0
  // From a sitemap.
  double sitemap_age_days = kMissing;         // since its lastmod
  double sitemap_changes_per_day = kMissing;  // see changefreq_rate
  // From the crawl.
  double depth = kMissing;     // links from the home page
  double in_links = kMissing;  // links to it seen so far
  // From the other pages of its site; see tell_site. Two rates, so that few quiet days differ from
  // many.
  double site_pages = kMissing;      // checked pages
  double site_rate_seen = kMissing;  // changes per day, over all days observed
  double site_rate_most = kMissing;  // the same with one change more

  // Sets the facts about the site: `pages` of its other pages were checked since first seen; the
  // days from each one's first sight to its last check sum to `page_days`, with `changes` changes
  // found. Sets nothing if nothing was observed.
  void tell_site(double pages, double page_days, double changes);
};

// The facts by their names in models.
struct LookField {
  std::string_view name;
  double FirstLook::* value;
};
std::span<const LookField> look_fields();

// Returns the rate of a sitemap's changefreq ("daily") in changes per day; kMissing if it is
// invalid. Case-insensitive.
double changefreq_rate(std::string_view changefreq);

struct FirstSightPrediction {
  std::size_t group = 0;  // the classifier's answer; 0 is the fastest
  // Probability of each group, with the classifier weighted by its trust; 0 beyond the last group.
  std::array<double, kRateGroupsMax> probabilities{};
  RateWeights prior{};  // over rate_grid(): the mix of the groups' priors by these probabilities
};

// One group. Groups are ordered from the fastest to the slowest.
struct FirstSightGroup {
  double rate = 0;        // its centre, changes per day
  std::size_t pages = 0;  // training pages in it
  double share = 0;       // of all pages, used if nothing is known about a page
  RateWeights prior{};    // distribution of rates within it
};

// Invariant: the classifier has a class for each group and uses known facts only; the shares sum to
// 1, and so do the weights of each prior. Immutable and thread-safe.
class FirstSight {
 public:
  // `trust` is from 0 to 1. The error names the inconsistency.
  static Result<FirstSight> make(std::vector<FirstSightGroup> groups, double trust, Model model);

  // Reads docs/formats/first-sight.md. Total: any bytes give a model or an error. A model that uses
  // a fact unknown to this version is refused; the error names the fact.
  static Result<FirstSight> read(std::string_view text);
  std::string write() const;

  FirstSightPrediction predict(const FirstLook& look) const;

  // Returns the prior of a page of which only the group is stored.
  RateWeights prior_of(std::size_t group) const;

  const std::vector<FirstSightGroup>& groups() const { return groups_; }
  double trust() const { return trust_; }
  const Model& model() const { return model_; }

 private:
  FirstSight() = default;
  FirstSightPrediction believed(const std::array<double, kRateGroupsMax>& said) const;

  std::vector<FirstSightGroup> groups_;
  double trust_ = 0;  // 0: only the shares of the groups; 1: only the classifier
  Model model_;
  std::vector<double FirstLook::*> asked_;  // for each feature of the classifier
};

}  // namespace freshet
