// The four notions of coherence of Spaniol ("Data quality in web archiving", 2009), each with its
// error function, and C(c) = 1 - errors / n. The symbols are those of the slides: a crawl c takes
// from t_s to t_e, page p_i is downloaded at t(p_i), was last modified at mu_i and changes next at
// mu_i*.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "coherence/invariance.h"

namespace freshet {

// How coherent a capture is. `is_error` has a 1 for each page that is not coherent with the others
// at `instant`; pages of which nothing is known are errors.
struct Coherence {
  std::vector<std::uint8_t> is_error;
  std::size_t errors = 0;
  std::optional<Interval> instant =
      {};  // where all pages without error are coherent; none: nowhere

  bool is_coherent() const { return errors == 0 && !is_error.empty(); }

  // C(c), which is defined for n >= 1; 0 without pages.
  double share() const {
    if (is_error.empty()) return 0;
    return 1 - static_cast<double>(errors) / static_cast<double>(is_error.size());
  }
};

// Coherence proper, of pages whose changes are known: the intervals [mu_i, mu_i*] share an instant.
// An interval that ends before it begins is an error. Without a common instant the pages that do
// not cover the instant of most are errors.
Coherence coherence_of(std::span<const Interval> invariances);

// A page as a crawl with one visit sees it.
struct DatedVisit {
  Time visited;                       // t(p_i)
  std::optional<Time> modified = {};  // mu_i, if the page has a trusted date
};

// Observable coherence: the intervals [mu_i, t(p_i)] share an instant. A page without date, or with
// one after its download, is known at its download alone.
Coherence observable_coherence(std::span<const DatedVisit> pages);

// Measurable coherence: f(p_i) = 0 if mu_i <= t_s. It holds for the start of the crawl. A page
// without date is an error, unless it was downloaded at t_s itself.
Coherence measurable_coherence(std::span<const DatedVisit> pages, Time start);

// A page as a crawl with visit and revisit sees it. Contents are as in a Sighting.
struct RevisitedPage {
  Time visited;                     // t(p_i)
  std::uint64_t visit_content = 0;  // theta(p_i)
  std::optional<Time> revisited = {};
  std::uint64_t revisit_content = 0;
};

// Inducible coherence: f(p_i) = 0 if the content at the revisit is that at the visit, and visit and
// revisit lie around the one instant. That is one between all visits and revisits where there is
// one, else the one that most unchanged pages lie around. A page without revisit is known at its
// visit alone.
Coherence inducible_coherence(std::span<const RevisitedPage> pages);

}  // namespace freshet
