// The clock of a site: how much happened on it on each day, seen through checks of its pages.
//
// Pages of one site change together: a new template or a release touches many of them on one day,
// and then nothing happens for weeks. So a page's chance of a change on day d is not the same every
// day; it is r h(d), with r the rate of the page and
//
//   h(d) = own + (1 - own) g(d),
//
// where g(d) is 1 on average, mostly near 0, and large on the day of a release. Given h, all that
// is known of Poisson processes holds when days are counted by the clock of the site: a page last
// checked on day a has changed by day b with probability 1 - exp(-r (h(a+1) + ... + h(b))). What
// one check sees thereby tells how stale its siblings are.
//
// g has a gamma prior of mean 1 and shape `shape`; a small shape means bursts. Checks only say
// whether something happened between two days, so g is found by expectation and maximisation: the
// changes of a page are spread over the days of its interval as h says, then h follows from the
// sums over all pages.
#pragma once

#include <cstdint>
#include <vector>

namespace freshet {

struct SiteClockOptions {
  double shape = 0.003;  // of the gamma prior: how bursty sites are taken to be
  double own = 0.1;      // share of a page's changes that the site's other pages do not share
  int window_days = 60;  // days before today that are still estimated anew
  int rounds = 3;        // of expectation and maximisation after new checks
};

// One check as the clock sees it.
struct SiteCheck {
  std::int32_t after_day = 0;  // the check before, or the day on which the page was first seen
  std::int32_t day = 0;
  float rate = 0;  // what is believed of the page now
  bool has_changed = false;
};

// Days are counted from 0, which is when the site became known. Memory: a few bytes for each day,
// and the checks of the window. Not thread-safe.
class SiteClock {
 public:
  explicit SiteClock(SiteClockOptions options = {}) : options_(options) {}

  // By how much the clock moved from the end of day `from` to the end of day `to`. Days not yet
  // settled count 1 each; a span that is not positive is 0.
  float span(std::int32_t from, std::int32_t to) const;

  // Takes a check in; the clock moves with the next settle(). A check that is not after the one
  // before (a clock that jumped back) is passed over.
  void observe(const SiteCheck& check);

  // Estimates the days up to `today` anew.
  void settle(std::int32_t today);

 private:
  void forget_before(std::int32_t day);
  void collect(std::int32_t from, std::int32_t today);

  SiteClockOptions options_;
  std::vector<float> moved_{0.0F};  // up to the end of each settled day
  std::vector<float> burst_{1.0F};  // g of each settled day
  std::vector<SiteCheck> checks_;   // those that end in the window, in the order of their days
  // Differences from day to day of two sums over the checks that cover it.
  std::vector<float> exposure_;
  std::vector<float> changes_;
};

}  // namespace freshet
