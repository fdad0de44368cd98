#include "app/coherence.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/coherence_defects.h"
#include "app/coherence_links.h"
#include "coherence/blur.h"
#include "coherence/measures.h"
#include "coherence/plan.h"

namespace freshet {
namespace {

constexpr std::size_t kDifferencesMax = 100;  // pages whose lines are read

bool is_hint(const Sighting& sighting) { return sighting.kind == SightKind::same_length; }

// Returns the positions of the last sighting up to the instant and of the first after it that are
// no hints.
struct Around {
  std::optional<std::size_t> before = {};
  std::optional<std::size_t> after = {};
};

Around around_instant(const SightedPage& page, Time at) {
  Around around;
  for (std::size_t i = 0; i < page.sightings.size(); ++i) {
    if (is_hint(page.sightings[i])) continue;
    if (page.sightings[i].sent <= at) {
      around.before = i;
    } else {
      around.after = i;
      break;
    }
  }
  return around;
}

// Returns the record of this content that is nearest to the instant: the last up to it, else the
// first after it.
SightPlace version_of(const SightedPage& page, std::optional<std::uint64_t> content, Time at) {
  SightPlace found;
  for (std::size_t i = 0; i < page.sightings.size(); ++i) {
    const bool has_it = page.sightings[i].content == content && page.places[i].file != 0;
    if (page.sightings[i].sent > at && found.file != 0) break;
    if (has_it && content != kAbsent) found = page.places[i];
  }
  return found;
}

CoherenceMeasure measure_of(const Coherence& coherence) {
  return {.share = coherence.share(), .errors = coherence.errors, .instant = coherence.instant};
}

class SiteAssessor {
 public:
  SiteAssessor(ArchiveSession& session, const CoherenceRequest& request, HostSightings seen)
      : session_(session), request_(request), seen_(std::move(seen)) {}

  Result<AssessedSite> assess() && {
    find_instant();
    judge_pages();
    measure();
    if (auto done = find_defects(); !done) return std::unexpected(done.error());
    if (auto done = find_links(); !done) return std::unexpected(done.error());
    compare_policies();
    for (SightedPage& page : seen_.pages) found_.rows.push_back(std::move(page.page));
    return std::move(found_);
  }

 private:
  void find_instant();
  void judge_pages();
  void measure();
  Status find_defects();
  Status find_links();
  void compare_policies();
  bool is_present(std::size_t page) const { return is_present_[page]; }
  Result<std::optional<Found>> version_at(const SightedPage& page, std::optional<std::size_t> seen);

  ArchiveSession& session_;
  const CoherenceRequest& request_;
  HostSightings seen_;
  AssessedSite found_;
  std::vector<PageInterval> intervals_;  // of contents that are there
  std::vector<bool> is_present_;
  std::vector<std::uint32_t> discovery_;  // all pages, those found first first
  std::vector<std::uint32_t> parents_;
};

void SiteAssessor::find_instant() {
  SiteCoherence& site = found_.site;
  Time latest = kTimeMin;
  for (std::size_t i = 0; i < seen_.pages.size(); ++i) {
    const std::vector<Sighting>& sightings = seen_.pages[i].sightings;
    std::vector<Invariance> proofs = invariance_intervals(sightings, Evidence::proofs);
    std::erase_if(proofs, [](const Invariance& each) { return each.content == kAbsent; });
    append_intervals(static_cast<std::uint32_t>(i), proofs, intervals_);
    for (const Sighting& sighting : sightings) latest = std::max(latest, sighting.sent);
  }
  site.best = best_instant(intervals_);
  site.at = request_.at.value_or(site.best.pages > 0 ? site.best.instant() : latest);
  site.capture = request_.capture;
  site.is_strict = request_.rule == ContentRule::strict;
  site.without_content = seen_.without_content;
  site.unreadable = seen_.unreadable;
  site.dates = seen_.dates;
}

void SiteAssessor::judge_pages() {
  SiteCoherence& site = found_.site;
  for (const SightedPage& page : seen_.pages) {
    PageCoherence judged{.url = page.page.key.url,
                         .verdict = judge_at(page.sightings, site.at, page.rate),
                         .rate = page.rate,
                         .sightings = page.sightings.size()};
    const Verdict verdict = judged.verdict.verdict;
    const bool is_gone =
        judged.is_absent() && (verdict == Verdict::proven || verdict == Verdict::probable);
    is_present_.push_back(!is_gone);
    if (is_gone)
      ++site.absent;
    else
      ++site.counts[static_cast<std::size_t>(verdict)];
    found_.versions.push_back(version_of(page, judged.verdict.content, site.at));
    for (std::size_t i = 0; i < page.places.size() && found_.versions.back().file != 0; ++i)
      if (page.places[i] == found_.versions.back()) judged.version = page.sightings[i].sent;
    site.pages.push_back(std::move(judged));
  }
  site.is_best = site.best.pages == site.count(Verdict::proven);
}

// The capture as of the instant: of each page the last sighting up to it is the visit, else the
// first after it; the next one is its revisit.
void SiteAssessor::measure() {
  SiteCoherence& site = found_.site;
  std::vector<DatedVisit> visits;
  std::vector<RevisitedPage> revisits;
  std::vector<std::pair<double, Time>> rated;
  std::optional<Interval> observed;
  for (std::size_t i = 0; i < seen_.pages.size(); ++i) {
    const SightedPage& page = seen_.pages[i];
    const Around around = around_instant(page, site.at);
    if (!is_present(i) || (!around.before && !around.after)) continue;
    const Sighting& visit = page.sightings[around.before ? *around.before : *around.after];
    RevisitedPage revisited{.visited = visit.sent, .visit_content = visit.content};
    Time until = visit.sent;
    if (around.before && around.after) {
      const Sighting& revisit = page.sightings[*around.after];
      revisited.visited = std::min(std::max(visit.sent, visit.received), revisit.sent);
      revisited.revisited = until = revisit.sent;
      revisited.revisit_content = revisit.content;
    }
    visits.push_back({.visited = visit.sent, .modified = visit.modified});
    revisits.push_back(revisited);
    if (!observed) observed = Interval{visit.sent, until};
    observed->from = std::min(observed->from, visit.sent);
    observed->until = std::max(observed->until, until);
    if (page.rate) rated.emplace_back(*page.rate, visit.sent);
  }
  if (!observed) return;
  site.observed = *observed;
  site.observable = measure_of(observable_coherence(visits));
  site.measurable = measure_of(measurable_coherence(visits, observed->from));
  site.inducible = measure_of(inducible_coherence(revisits));
  site.rated = rated.size();
  for (const auto& [rate, at] : rated)
    site.blur += page_blur(rate, at, *observed) / static_cast<double>(rated.size());
}

Result<std::optional<Found>> SiteAssessor::version_at(const SightedPage& page,
                                                      std::optional<std::size_t> seen) {
  if (!seen || page.places[*seen].file == 0) return std::nullopt;
  auto found = snapshot_at(session_.archive(), page.page, page.places[*seen]);
  if (!found) return std::unexpected(found.error());
  return *std::move(found);
}

Status SiteAssessor::find_defects() {
  SiteCoherence& site = found_.site;
  HostTemplateReader templates(session_.archive());
  std::size_t differences = 0;
  for (std::size_t i = 0; i < seen_.pages.size(); ++i) {
    const SightedPage& page = seen_.pages[i];
    const Around around = around_instant(page, site.at);
    if (!around.before || !around.after) continue;
    SeenAround seen{.before = page.sightings[*around.before],
                    .after = page.sightings[*around.after]};
    auto before = version_at(page, around.before);
    if (!before) return std::unexpected(before.error());
    auto after = version_at(page, around.after);
    if (!after) return std::unexpected(after.error());
    seen.version_before = *std::move(before);
    seen.version_after = *std::move(after);
    const auto defect = find_defect(session_.archive(), templates, seen);
    if (!defect) return std::unexpected(defect.error());
    // A date may prove the later content although the earlier differs.
    const bool is_proven = site.pages[i].verdict.verdict == Verdict::proven;
    if (!*defect || (is_proven && **defect != Defect::noise)) continue;
    site.pages[i].defect = *defect;
    site.defects.add(**defect);
    if (!request_.wants_differences || differences >= kDifferencesMax) continue;
    auto lines = read_difference(session_.archive(), seen);
    if (!lines) return std::unexpected(lines.error());
    if (!lines->empty()) ++differences;
    site.pages[i].difference = *std::move(lines);
  }
  return {};
}

Status SiteAssessor::find_links() {
  SiteCoherence& site = found_.site;
  std::vector<PageRow> rows;
  for (const SightedPage& page : seen_.pages) rows.push_back(page.page);
  auto links = read_site_links(session_, rows, found_.versions);
  if (!links) return std::unexpected(links.error());
  site.links = *std::move(links);
  site.home = find_home(rows);
  FoundFromHome found = find_from_home(rows.size(), site.links, site.home);
  for (std::size_t i = 0; i < site.pages.size(); ++i) site.pages[i].depth = found.depths[i];
  discovery_ = std::move(found.order);
  parents_ = std::move(found.parents);
  site.part = largest_part(intervals_);
  if (site.home) site.linked_part = largest_linked_part(intervals_, site.links, *site.home);
  return {};
}

void SiteAssessor::compare_policies() {
  SiteCoherence& site = found_.site;
  constexpr double kUnknownRate = -1;
  std::vector<double> rates;
  for (const std::uint32_t page : discovery_)
    rates.push_back(seen_.pages[page].rate.value_or(kUnknownRate));
  site.slot = session_.plan().pace.delay;
  const PlannedSite planned{.rates = rates, .slot = site.slot, .parents = parents_};
  for (const PlanPolicy& policy : plan_policies()) {
    const CapturePlan plan = policy.plan(planned, {});
    site.policies.push_back({.name = policy.name,
                             .coherent = expected_coherence(plan, rates, site.slot),
                             .blur = expected_blur(plan, rates, site.slot)});
  }
}

}  // namespace

Result<AssessedSite> assess_site(ArchiveSession& session, const Host& host,
                                 const CoherenceRequest& request) {
  auto seen = read_sightings(session, host, {.rule = request.rule, .within = request.within});
  if (!seen) return std::unexpected(seen.error());
  if (seen->pages.empty())
    return std::unexpected(
        Error{Errc::not_found, fmt::format("the archive has no pages of {}{}", host.key(),
                                           request.within == kAlways ? "" : " from that time")});
  auto assessed = SiteAssessor(session, request, *std::move(seen)).assess();
  if (assessed) assessed->site.host = std::string(host.key());
  return assessed;
}

Result<PageAtTime> page_at_time(ArchiveSession& session, const PageRow& page, Time at,
                                ContentRule rule) {
  auto seen = read_sightings(session, page, {.rule = rule});
  if (!seen) return std::unexpected(seen.error());
  PageAtTime found{.page = {.url = page.key.url}};
  if (seen->pages.empty()) return found;
  SightedPage& only = seen->pages.front();
  found.page.verdict = judge_at(only.sightings, at, only.rate);
  found.page.rate = only.rate;
  found.page.sightings = only.sightings.size();
  found.version = version_of(only, found.page.verdict.content, at);
  found.sightings = std::move(only.sightings);
  found.places = std::move(only.places);
  return found;
}

}  // namespace freshet
