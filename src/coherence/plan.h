// Plans of a capture: the order in which the pages of a site are visited, and revisited.
//
// All visits come first, then the revisits, with the same time between any two requests. The
// instant that the capture proves is that of the last visit. A page that did not change between its
// visit and its revisit is coherent; the page that is visited last needs no revisit. If revisits
// are in the reverse order of visits, the intervals nest: the k-th page from the middle has one of
// 2 k requests.
//
// Rates are in changes per day. A negative or NaN rate is unknown; such a page is planned as if it
// always changed, so no plan counts on it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"

namespace freshet {

// Pages are numbers from 0 to n - 1. Visits have each page once; revisits have none twice.
struct CapturePlan {
  std::vector<std::uint32_t> visits;
  std::vector<std::uint32_t> revisits;

  bool operator==(const CapturePlan&) const = default;
};

// Inputs of a plan; the spans outlive it.
struct PlannedSite {
  std::span<const double> rates;  // of each page
  Duration slot{};                // the time from one request to the next
  // The page on which each page was found, a lower number; of page 0 any. Empty: not known, and
  // depth first is the reverse of the page numbers.
  std::span<const std::uint32_t> parents = {};
};

struct PlanOptions {
  double eta = 0.5;        // conflict probability from which a page is hopeless, 0 to 1
  std::uint64_t seed = 1;  // of the random order
};

// A row of the registry.
struct PlanPolicy {
  std::string_view name;
  std::string_view summary;
  bool takes_eta = false;
  CapturePlan (*plan)(const PlannedSite& site, const PlanOptions& options) = nullptr;
};

inline constexpr std::string_view kDefaultPlanPolicy = "freshet";

// The default policy comes first.
std::span<const PlanPolicy> plan_policies();

// Returns the row with this name, or Errc::invalid with a sentence that lists the names.
Result<const PlanPolicy*> find_plan_policy(std::string_view name);

// Returns the plan with these visits and the revisits in reverse order.
CapturePlan nested_plan(std::vector<std::uint32_t> visits);

// Returns the expected share of pages that are unchanged from visit to revisit, C(c) in the slides.
// Pages that are not revisited count as errors, but for the one visited last. 0 without pages.
double expected_coherence(const CapturePlan& plan, std::span<const double> rates, Duration slot);

// Returns the expected share of pages that are unchanged from the start of the capture to their
// visit: measurable coherence.
double expected_measurable(const CapturePlan& plan, std::span<const double> rates, Duration slot);

// The policies, each in the order of its visits; revisits are the reverse.
std::vector<std::uint32_t> breadth_first(const PlannedSite& site);
std::vector<std::uint32_t> depth_first(const PlannedSite& site);
std::vector<std::uint32_t> hottest_first(const PlannedSite& site);
std::vector<std::uint32_t> coldest_first(const PlannedSite& site);
std::vector<std::uint32_t> random_order(const PlannedSite& site, std::uint64_t seed);

// The schedules of the slides with threshold eta. Ties of rates are broken by the page number.
std::vector<std::uint32_t> measurable_order(const PlannedSite& site, double eta);
std::vector<std::uint32_t> inducible_order(const PlannedSite& site, double eta);

// SHARC-offline: hottest in the middle, ever colder towards both ends (Denev, Mazeika, Spaniol,
// Weikum, 2009). It minimises the blur of a capture with one visit a page.
std::vector<std::uint32_t> sharc_order(const PlannedSite& site);

// Returns the pages from the highest rate down; pages of unknown rate first.
std::vector<std::uint32_t> by_falling_rate(std::span<const double> rates);

}  // namespace freshet
