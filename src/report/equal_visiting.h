// The worth of our checks: the freshness of the copies if the same number of checks had visited
// every page equally often, and the number of such checks that would have been needed for the
// freshness that we had.
//
// The times of changes are unknown, but each check tells if the page changed since the last one. So
// histories of changes are drawn that agree with the results of all checks and follow the believed
// rates between them. Both ways of visiting are computed on the same histories. Both begin with the
// same copies and last for the same days; docs/design/report.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace freshet {

// A belief about a rate as three rates with the weights 0.3, 0.4 and 0.3, which stand for its 10 %
// point, its middle and its 90 % point (Swanson's rule).
struct BelievedRate {
  double low = 0;  // changes a day, as the others
  double middle = 0;
  double high = 0;
};

// The middle is such that the mean is kept, as far as it can lie between the others.
BelievedRate believed_rate(double mean, double low, double high);

// A check that got an answer.
struct SeenCheck {
  double day = 0;  // since the looking began
  bool has_changed = false;
  std::optional<double> told = {};  // the day of the last change, if somebody told it
};

// A page and the days over which it is looked at.
struct FollowedPage {
  std::uint32_t host = 0;  // pages of one host change together, so that they say less
  BelievedRate rate = {};
  double age = 0;                          // days since its copy was made, when the looking begins
  double days = 0;                         // how long it is looked at
  std::span<const SeenCheck> checks = {};  // in their order
};

struct EqualVisiting {
  double page_days = 0;      // that all pages together were looked at
  std::uint64_t checks = 0;  // that were spent on them
  double fresh = 0;          // the share of the time that copies were fresh
  double equal_fresh = 0;    // ... with as many checks, equally often for each page
  double noise = 0;          // the standard error of their difference
  double equal_checks = 0;   // that visiting equally often would need to be as fresh

  // Below 0 if visiting equally often would have been better.
  double checks_saved() const { return equal_checks - static_cast<double>(checks); }
  // Returns true if the difference is significant.
  bool is_clear() const;
};

// Nothing if there is nothing to compare: no checks, or less than a day of pages. Pages of one host
// stand together. The same pages give the same answer.
std::optional<EqualVisiting> compare_with_equal(std::span<const FollowedPage> pages);

}  // namespace freshet
