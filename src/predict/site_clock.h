// The clock of a site: how much happened on it in each stretch of time, seen through checks of its
// pages.
//
// Pages of one site change together: a new template or a release touches many of them on one day,
// and then nothing happens for weeks. So a page's rate is not the same every
// day; it is r h(t), with r the rate of the page and
//
//   h(t) = own + (1 - own) g(t),
//
// where g is 1 on average, mostly near 0, and large on the day of a release. Given h, all that is
// known of Poisson processes holds when time is counted by the clock of the site: a page last
// checked at a has changed by b with probability 1 - exp(-r H), H the integral of h from a to b.
// What one check sees thereby tells how stale its siblings are.
//
// Checks only say whether something happened between two moments, so nothing can be told within a
// stretch in which no check fell: g is taken as even between the moments at which it was settled.
// It has a gamma process as prior, of mean 1 and `shape` a day; a small shape means bursts. It is
// found by expectation and maximisation: the changes of a page are spread over the stretches of its
// interval as h says, then h follows from the sums over all pages. The length of a stretch drops
// out of both.
//
// Therefore nothing in them keeps changes out of a stretch of seconds that few checks cover, though
// a release in just these seconds is as unlikely as they are short. Two rules take the place of
// that. No stretch is shorter than `stretch_days_min`: what lies behind the last one is not settled
// and goes on at pace(), so checks of one burst, seconds apart, see the same clock. And in
// stretches shorter than `sure_days` a change is no evidence for itself: what it adds to the
// changes of the stretch is left out (as in collapsed variational inference, CVB0), the more the
// shorter the stretch. So hours become a release only if several pages say so. Decision 180.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace freshet {

struct SiteClockOptions {
  double shape = 0.003;                // of the prior: how bursty sites are taken to be
  double own = 0.1;                    // share of a page's changes that its siblings do not share
  double window_days = 60;             // before now that are still estimated anew
  int rounds = 3;                      // of expectation and maximisation after new checks
  double pace_days = 10;               // see pace()
  double stretch_days_min = 1.0 / 24;  // resolution: no stretch is shorter
  double sure_days = 1;                // from this length on a single change can be a release
};

// One check as the clock sees it, in days.
struct SiteCheck {
  double after = 0;  // the check before, or when the page was first seen
  double at = 0;
  float rate = 0;  // what is believed of the page now
  bool has_changed = false;
};

// Days are counted from 0, which is when the site became known. Memory: 24 bytes for each of at
// most kStretchesMax stretches and each of at most kClockChecksMax checks of the window. Not
// thread-safe.
class SiteClock {
 public:
  static constexpr std::size_t kStretchesMax = 4096;
  static constexpr std::size_t kClockChecksMax = std::size_t{1} << 18;

  explicit SiteClock(SiteClockOptions options = {}) : options_(options) {}

  // By how much the clock moved. What is before 0 counts as the calendar does, what is not yet
  // settled goes on at pace(). A span that is not positive is 0.
  float span(double from, double to) const;

  // Takes a check in; the clock moves with the next settle(). A check that is not after the one
  // before (a clock that jumped back) is passed over.
  void observe(const SiteCheck& check);

  // Estimates the window up to `now` anew.
  void settle(double now);

  // How fast the clock is expected to move, in its days per day of the calendar: as it did so far,
  // and `pace_days` before that at 1.
  double pace() const { return pace_; }

  double settled_until() const { return stretches_.empty() ? 0 : stretches_.back().end; }
  std::size_t window_checks() const { return checks_.size(); }
  std::size_t bytes_of_memory() const;

 private:
  struct Stretch {
    double end = 0;
    double moved = 0;  // up to the end
    float burst = 1;   // g
  };
  // Where a check begins and ends among the stretches of the window, and how much of the first and
  // the last it leaves out.
  struct Cover {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    float left_out_first = 0;
    float left_out_last = 0;
    bool is_empty = false;
  };
  // Sums over the checks that cover a stretch: as differences from stretch to stretch, and what is
  // to be taken off for parts.
  struct Sums {
    float exposure = 0;
    float exposure_part = 0;
    float changes = 0;
    float changes_part = 0;
    double squares = 0;  // of the changes
    double squares_part = 0;
  };

  double start_of(std::size_t stretch) const {
    return stretch == 0 ? 0 : stretches_[stretch - 1].end;
  }
  double moved_at(double day) const;
  std::size_t stretch_at(double day) const;
  void extend(double at);
  void thin_out();
  void forget_before(double day);
  std::vector<Cover> cover_checks(std::size_t from) const;
  void collect(std::size_t from, const std::vector<Cover>& covers, std::vector<Sums>& sums) const;
  double doubt_of(std::size_t stretch) const;
  void move(std::size_t stretch);

  SiteClockOptions options_;
  double pace_ = 1;
  std::vector<Stretch> stretches_;
  std::vector<SiteCheck> checks_;  // those that end in the window, in the order of their ends
};

}  // namespace freshet
