// What our checks were worth: how fresh the same number of checks would have kept the copies if
// every page had been visited equally often, and how many such checks would have been needed for
// the freshness that we had.
//
// Changes are taken as a Poisson process of rate r, so a copy of age t is what is there now with
// probability e^(-r t). A page that is visited every I days is fresh for (1 - e^(-r I)) / (r I) of
// the time (Cho and Garcia-Molina, "Synchronizing a database to improve freshness", 2000). What our
// own checks found is known, and counts. Both sides begin with the same copies and last for the
// same days; decision 134.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace freshet {

// A belief about a rate as three rates with the weights 0.3, 0.4 and 0.3, which stand for its 10 %
// point, its middle and its 90 % point (Swanson's rule). A single rate would favour us: freshness
// falls ever more slowly with the rate, so that the freshness at the mean is not the mean
// freshness.
struct BelievedRate {
  double low = 0;  // changes a day, as the others
  double middle = 0;
  double high = 0;
};

// The middle is such that the mean is kept, as far as it can lie between the others.
BelievedRate believed_rate(double mean, double low, double high);

// A page and the days over which it is looked at.
struct FollowedPage {
  BelievedRate rate = {};
  double age = 0;   // days since its copy was made, when the looking begins
  double days = 0;  // how long it is looked at
};

// A check that got an answer.
struct SeenCheck {
  double day = 0;  // since the looking began
  bool has_changed = false;
  std::optional<double> told = {};  // the day of the last change, if somebody told it
};

// For how many of its days the copy is expected to have been fresh, by what its checks found: all
// the time before one that found no change; before one that did, until a moment that the rate
// makes likely, and not longer than until the change that was told. `checks` are in their order.
double fresh_days(const FollowedPage& page, std::span<const SeenCheck> checks);

// For how many of its days it would be fresh if it were checked every `interval` days, the first
// time at any moment of the first interval with equal chance.
double fresh_days_if_equal(const FollowedPage& page, double interval);

struct EqualVisiting {
  double page_days = 0;      // that all pages together were looked at
  std::uint64_t checks = 0;  // that were spent on them
  double fresh = 0;          // the share of the time that copies were fresh
  double equal_fresh = 0;    // ... with as many checks, equally often for each page
  double equal_checks = 0;   // that visiting equally often would need to be as fresh

  // Below 0 if visiting equally often would have been better.
  double checks_saved() const { return equal_checks - static_cast<double>(checks); }
};

// Nothing if there is nothing to compare: no checks, or less than a day of pages. `fresh` is the
// sum of fresh_days() of the pages.
std::optional<EqualVisiting> compare_with_equal(std::span<const FollowedPage> pages, double fresh,
                                                std::uint64_t checks);

}  // namespace freshet
