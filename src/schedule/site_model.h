// The model of one site: the rates of its pages, its clock, and the prior learned from all its
// pages. The default policy is this model with an index on top, in replays and in a running
// refresh.
//
// The posterior of a page is the prior of its site times the likelihood of its checks. Checks
// without a change multiply to e^(-r s) with s the sum of their spans, so one number represents all
// of them; for those with a change, the likelihood at each step of the grid is kept.
//
// Times are in days from any origin. Estimates depend only on the calls of add, remove, observe,
// settle_clock and learn_prior.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "predict/rate.h"
#include "predict/site_clock.h"

namespace freshet {

struct SiteModelOptions {
  SiteClockOptions clock;
  bool uses_clock = true;     // otherwise all days count the same
  float prior_strength = 15;  // weight of the common prior in that of a site, in pages
  float checks_full = 3;      // checks after which a page has full weight in its site's prior
  float clock_rate_max = 1;   // upper limit of a page's rate in the clock's estimation
};

using PageSlot = std::uint32_t;

// Memory: 136 bytes for a page, and that of its clock. Not thread-safe.
class SiteModel {
 public:
  // `origin`: a time at which the site was known, about the earliest.
  SiteModel(const RateWeights& common_prior, const SiteModelOptions& options, double origin);

  // `first_sight`, if given, replaces the common prior for this page.
  PageSlot add(double first_seen, const RateWeights* first_sight = nullptr);
  void remove(PageSlot slot);  // the slot is reused

  // Applies a check. Returns false, and changes nothing, if it is not after the page's last one.
  // `trust` (0 to 1) is the weight of an answer "unchanged": 1 if the body was seen.
  bool observe(PageSlot slot, double at, bool has_changed, float trust = 1);
  // Applies a check that saw a change, with the server's date of the last change.
  bool observe_told(PageSlot slot, double at, double changed_at);

  // Re-estimates the clock up to `now`.
  void settle_clock(double now);
  // Re-estimates the prior of the site from its pages.
  void learn_prior();

  RateWeights belief(PageSlot slot) const;
  double last_check(PageSlot slot) const { return pages_[slot].last; }
  std::uint32_t checks(PageSlot slot) const { return pages_[slot].checks; }
  std::uint32_t changes(PageSlot slot) const { return pages_[slot].changes; }

  // Returns the days of the site's clock from the page's last check to `now`.
  float span(PageSlot slot, double now) const;

  // Returns the expected days of the site's clock per calendar day: rates are per day of the clock;
  // multiply by this for calendar days.
  double pace() const { return options_.uses_clock ? clock_.pace() : 1; }

  // Returns the worth of a check now, in days: the index of schedule/plain_policies.h, averaged
  // over the distribution of the rate. `odds`: the factor by which hints have multiplied the odds
  // that the page has changed.
  float worth(PageSlot slot, double now, float odds = 1) const;
  float stale_probability(PageSlot slot, double now, float odds = 1) const;

  // Returns the days from `now` after which a check is worth `least`. None: not within `days_max`.
  std::optional<double> days_until_worth(PageSlot slot, double now, double least, double days_max,
                                         float odds = 1) const;

  // Re-dates to `now` a check in the future, after the clock was set back.
  void come_back_to(PageSlot slot, double now);

  std::size_t live_pages() const { return live_; }
  std::size_t window_checks() const { return clock_.window_checks(); }
  std::size_t bytes_of_memory() const;

 private:
  struct Page {
    std::array<float, kRateSteps> log_changes{};  // of checks with a change, at most 0
    float quiet_span = 0;                         // of those without
    std::uint16_t checks = 0;
    std::uint16_t changes = 0;
    double last = 0;
    bool is_live = false;
  };

  // Computes unnormalised weights; returns their sum.
  float weigh(const Page& page, RateWeights& weights) const;
  float mean_rate(const Page& page) const;
  template <class LogLikelihood>
  static void add_change(Page& page, const LogLikelihood& log_likelihood);
  void count(Page& page, double at, bool has_changed);

  SiteModelOptions options_;
  RateWeights common_prior_;
  RateWeights prior_;
  double origin_;
  SiteClock clock_;
  std::vector<Page> pages_;
  std::vector<PageSlot> free_;
  std::size_t live_ = 0;
};

}  // namespace freshet
