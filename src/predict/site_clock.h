// The clock of a site: the amount of change on it in each stretch of time, inferred from checks of
// its pages.
//
// Pages of one site change together: a new template or a release changes many of them on one day,
// and then nothing happens for weeks. So a page's rate is not constant; it is r h(t), with r the
// rate of the page and
//
//   h(t) = own + (1 - own) g(t),
//
// where g is 1 on average, mostly near 0, and large on the day of a release. Given h, the page is a
// Poisson process in the time of the site's clock: a page last checked at a has changed by b with
// probability 1 - exp(-r H), H the integral of h from a to b. So the result of one check tells how
// stale its siblings are.
//
// A check only tells whether the page changed between two moments. Nothing is known within a
// stretch without a check: g is constant between the moments at which it was estimated. Its prior
// is a gamma process of mean 1 and `shape` per day; a small shape means bursts. It is estimated by
// EM: the changes of a page are distributed over the stretches of its interval in proportion to h,
// then h follows from the sums over all pages. The length of a stretch cancels out of both steps.
//
// Therefore the equations do not keep changes out of a stretch of seconds that few checks cover,
// though a release in just these seconds is as unlikely as they are short. Two rules correct that.
// No stretch is shorter than `stretch_days_min`: the time after the last one is not estimated and
// runs at pace(), so checks of one burst, seconds apart, see the same clock. And in stretches
// shorter than `sure_days` a change is not evidence for itself: its own contribution to the changes
// of the stretch is left out (as in collapsed variational inference, CVB0), the more the shorter
// the stretch. So a few hours become a release only if several pages show it. Decision 180.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace freshet {

struct SiteClockOptions {
  double shape = 0.003;     // of the prior: how bursty sites are assumed to be
  double own = 0.1;         // share of a page's changes that is independent of its siblings
  double window_days = 60;  // before now that are re-estimated
  int rounds = 3;           // of EM after new checks
  double pace_days = 10;    // see pace()
  double stretch_days_min = 1.0 / 24;  // resolution: no stretch is shorter
  double sure_days = 1;                // from this length on a single change can make a release
};

// One check as the clock sees it, in days.
struct SiteCheck {
  double after = 0;  // time of the previous check, or when the page was first seen
  double at = 0;
  float rate = 0;  // current estimate for the page
  bool has_changed = false;
};

// Days count from 0, when the site became known. Memory: 24 bytes for each of at most kStretchesMax
// stretches and each of at most kClockChecksMax checks of the window. Not thread-safe.
class SiteClock {
 public:
  static constexpr std::size_t kStretchesMax = 4096;
  static constexpr std::size_t kClockChecksMax = std::size_t{1} << 18;

  explicit SiteClock(SiteClockOptions options = {}) : options_(options) {}

  // Returns how far the clock moved. Time before 0 counts as calendar time; time not yet estimated
  // runs at pace(). Returns 0 if the span is not positive.
  float span(double from, double to) const;

  // Records a check; the clock moves with the next settle(). Ignores a check that is not after the
  // previous one (the clock jumped back).
  void observe(const SiteCheck& check);

  // Re-estimates the window up to `now`.
  void settle(double now);

  // Returns the expected speed of the clock, in its days per calendar day: the mean so far, with
  // `pace_days` at speed 1 before that.
  double pace() const { return pace_; }

  double settled_until() const { return stretches_.empty() ? 0 : stretches_.back().end; }
  std::size_t window_checks() const { return checks_.size(); }
  std::size_t bytes_of_memory() const;

 private:
  struct Stretch {
    double end = 0;
    double moved = 0;  // up to its end
    float burst = 1;   // g
  };
  // The first and last stretch of the window that a check covers, and how much of these two it
  // leaves out.
  struct Cover {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    float left_out_first = 0;
    float left_out_last = 0;
    bool is_empty = false;
  };
  // Sums over the checks that cover a stretch: as differences from stretch to stretch, and the
  // corrections for partly covered ones.
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
  std::vector<SiteCheck> checks_;  // those that end in the window, ordered by end
};

}  // namespace freshet
