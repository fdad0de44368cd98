#include "lab/coherence_trial.h"

#include <algorithm>
#include <cmath>

#include "base/random.h"
#include "coherence/blur.h"
#include "coherence/measures.h"
#include "coherence/plan.h"

namespace freshet {
namespace {

// Most changes of a page that are drawn; a page that changes more often has changed by then.
constexpr std::size_t kDrawnChangesMax = 20'000;
constexpr std::string_view kReference = "breadth-first";

using ChangesOfPages = std::vector<std::vector<Time>>;

// Draws the changes of each page in a capture that begins at Time{}.
ChangesOfPages draw_changes(std::span<const double> rates, Duration capture, Random& random) {
  const double days = std::chrono::duration<double>(capture).count() / 86'400;
  ChangesOfPages changes(rates.size());
  for (std::size_t i = 0; i < rates.size(); ++i) {
    if (!(rates[i] > 0)) continue;
    double day = 0;
    while (changes[i].size() < kDrawnChangesMax) {
      day -= std::log(1 - random.unit()) / rates[i];
      if (day > days) break;
      changes[i].push_back(Time{} + Duration{static_cast<Duration::rep>(day * 86'400e6)});
    }
  }
  return changes;
}

// Returns the number of the version of a page.
std::uint64_t version_at(std::span<const Time> changes, Time at) {
  return static_cast<std::uint64_t>(std::ranges::upper_bound(changes, at) - changes.begin());
}

// Carries out a plan on pages with these changes and adds up how good it was.
void add_draw(const CapturePlan& plan, const ChangesOfPages& changes, Duration slot,
              CoherenceRow& row) {
  const std::size_t n = plan.visits.size();
  if (n == 0) return;
  std::vector<RevisitedPage> seen(n);
  std::vector<DatedVisit> visits(n);
  const Interval observed{.from = Time{}, .until = Time{} + static_cast<Duration::rep>(n) * slot};
  double blur = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint32_t page = plan.visits[i];
    const Time at = Time{} + static_cast<Duration::rep>(i) * slot;
    const std::uint64_t version = version_at(changes[page], at);
    seen[page] = {.visited = at, .visit_content = version};
    visits[page] = {.visited = at, .modified = version == 0 ? Time{} : changes[page][version - 1]};
    blur += drawn_page_blur(changes[page], at, observed);
  }
  for (std::size_t i = 0; i < plan.revisits.size(); ++i) {
    RevisitedPage& page = seen[plan.revisits[i]];
    page.revisited = Time{} + static_cast<Duration::rep>(n + i) * slot;
    page.revisit_content = version_at(changes[plan.revisits[i]], *page.revisited);
  }
  row.inducible_drawn += inducible_coherence(seen).share();
  row.measurable_drawn += measurable_coherence(visits, Time{}).share();
  row.blur_drawn += blur / static_cast<double>(n);
}

struct PlannedRow {
  CapturePlan plan;
  CoherenceRow row;
};

std::vector<PlannedRow> plan_all(const SimulatedSite& site, const CoherenceTrialOptions& options,
                                 Duration slot) {
  const PlannedSite planned{.rates = site.planned_rates.empty() ? site.rates : site.planned_rates,
                            .slot = slot,
                            .parents = site.parents};
  std::vector<PlannedRow> rows;
  for (const PlanPolicy& policy : plan_policies()) {
    const std::vector<double> etas = policy.takes_eta ? options.etas : std::vector<double>{0};
    for (const double eta : etas) {
      CapturePlan plan = policy.plan(planned, {.eta = eta, .seed = options.seed});
      CoherenceRow row{.policy = std::string(policy.name)};
      if (policy.takes_eta) row.eta = eta;
      row.inducible = expected_coherence(plan, site.rates, slot);
      row.measurable = expected_measurable(plan, site.rates, slot);
      row.blur = expected_blur(plan, site.rates, slot);
      rows.push_back({.plan = std::move(plan), .row = std::move(row)});
    }
  }
  return rows;
}

}  // namespace

Duration slot_of_capture(Duration capture, std::size_t pages) {
  if (pages == 0) return Duration::zero();
  return capture / static_cast<Duration::rep>(2 * pages - 1);
}

std::vector<CoherenceRow> compare_plans(const SimulatedSite& site,
                                        const CoherenceTrialOptions& options) {
  const Duration slot = slot_of_capture(options.capture, site.rates.size());
  std::vector<PlannedRow> planned = plan_all(site, options, slot);
  Random random(options.seed);
  for (int draw = 0; draw < options.draws; ++draw) {
    const ChangesOfPages changes = draw_changes(site.rates, options.capture, random);
    for (PlannedRow& each : planned) add_draw(each.plan, changes, slot, each.row);
  }
  std::vector<CoherenceRow> rows;
  for (PlannedRow& each : planned) {
    const double draws = std::max(1, options.draws);
    each.row.inducible_drawn /= draws;
    each.row.measurable_drawn /= draws;
    each.row.blur_drawn /= draws;
    rows.push_back(std::move(each.row));
  }
  return rows;
}

double fewer_incoherent(const CoherenceRow& row, std::span<const CoherenceRow> rows) {
  const auto reference = std::ranges::find(rows, kReference, &CoherenceRow::policy);
  if (reference == rows.end() || reference->inducible >= 1) return 0;
  return 1 - (1 - row.inducible) / (1 - reference->inducible);
}

}  // namespace freshet
