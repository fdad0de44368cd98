// What is believed of one site: the rates of its pages, its clock, and the prior that its pages
// teach about each other. The default policy is this model and the index over it; the replay of a
// history and the crawler that runs share it.
//
// Moments are in days from any origin. What is believed depends only on the calls of add, remove,
// observe and settle.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "predict/rate.h"
#include "predict/site_clock.h"

namespace freshet {

struct SiteModelOptions {
  SiteClockOptions clock;
  bool uses_clock = true;     // else each day counts the same
  float prior_strength = 15;  // pages' worth of the common prior in that of a site
  float checks_full = 3;      // checks after which a page counts whole in its site's prior
  float clock_rate_max = 1;   // faster pages tell the clock no more than this
};

// What a check said: how likely it was to say so if the page was the same, and if it was not. A
// look at the body is certain; a 304 is nearly so.
struct CheckEvidence {
  bool has_changed = false;
  float if_same = 1;
  float if_changed = 0;

  static CheckEvidence seen(bool has_changed) {
    return has_changed ? CheckEvidence{true, 0, 1} : CheckEvidence{false, 1, 0};
  }
};

using PageSlot = std::uint32_t;

class SiteModel {
 public:
  SiteModel(const RateWeights& common_prior, const SiteModelOptions& options);

  // `first_sight`, if given, stands for the common prior with this page.
  PageSlot add(double first_seen, const RateWeights* first_sight = nullptr);
  void remove(PageSlot slot);  // the slot is used again

  // A check at `at`; one that is not after the page's last tells nothing.
  void observe(PageSlot slot, double at, const CheckEvidence& evidence);

  // Estimates the clock up to `now` anew.
  void settle_clock(double now);
  // Learns the prior of the site anew from its pages.
  void learn_prior();

  RateWeights belief(PageSlot slot) const;
  double last_check(PageSlot slot) const { return pages_[slot].last; }
  std::uint32_t checks(PageSlot slot) const { return pages_[slot].checks; }
  std::uint32_t changes(PageSlot slot) const { return pages_[slot].changes; }

  // Days of the site's clock from the page's last check to `now`.
  float span(PageSlot slot, double now) const;

  // How fast the clock moved lately: 1 is as fast as the calendar.
  double pace() const;

  // What a check is worth now: the index of schedule/plain_policies.h, averaged over the belief.
  // `odds` is what hints have made of the odds that the page changed; 1 without any.
  float worth(PageSlot slot, double now, float odds = 1) const;
  float stale_probability(PageSlot slot, double now, float odds = 1) const;

  std::size_t slots() const { return pages_.size(); }
  std::size_t live_pages() const { return live_; }

 private:
  // Log-likelihoods are kept in steps of 1/1024 below the highest.
  struct Page {
    std::array<std::int16_t, kRateSteps> log_likelihood{};
    std::uint16_t checks = 0;
    std::uint16_t changes = 0;
    bool is_live = false;
    double last = 0;
  };

  SiteModelOptions options_;
  RateWeights common_prior_;
  RateWeights prior_;
  SiteClock clock_;
  std::vector<Page> pages_;
  std::vector<PageSlot> free_;
  std::size_t live_ = 0;
};

}  // namespace freshet
