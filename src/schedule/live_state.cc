#include "schedule/live_state.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "schedule/days.h"

namespace freshet {
namespace {

// The clock and prior of a site are re-estimated when this share of its pages, and of the checks in
// its window, was checked since. So a check pays for 1 / kSettledShare of them.
constexpr double kSettledShare = 1.0 / 256;
constexpr double kLearnedEveryDays = 0.5;

float sound_weight(float weight) {
  return std::isnan(weight) ? 1 : std::clamp(weight, kPageWeightMin, kPageWeightMax);
}

}  // namespace

LivePolicy::State::State(const RateWeights& prior, const LivePolicyOptions& options)
    : options_(options), prior_(prior), budget_(options.budget) {}

LivePolicy::State::Page& LivePolicy::State::known(PageNumber number) {
  require(number < pages_.size() && pages_[number].place != Place::unknown,
          "a page that is spoken of is known");
  return pages_[number];
}

const LivePolicy::State::Page& LivePolicy::State::known(PageNumber number) const {
  return const_cast<State*>(this)->known(number);
}

LivePolicy::State::Site& LivePolicy::State::site_of(std::uint32_t number, double first_seen) {
  require(number < kLiveSitesMax, "sites are numbered from 0");
  if (sites_.size() <= number) sites_.resize(number + std::size_t{1});
  if (!sites_[number])
    sites_[number] = std::make_unique<Site>(SiteModel(prior_, options_.model, first_seen));
  return *sites_[number];
}

PageNumber LivePolicy::State::add(const PolicyPage& added, const RateWeights* first_sight) {
  const double first_seen = day_of(added.first_seen);
  Site& site = site_of(added.site, first_seen);
  Page page{.site = added.site, .host = added.host, .weight = sound_weight(added.weight)};
  page.bytes = added.bytes;
  page.place = Place::out;
  page.slot = site.model.add(first_seen, first_sight);
  PageNumber number = static_cast<PageNumber>(pages_.size());
  if (free_.empty()) {
    pages_.push_back(page);
  } else {
    number = free_.back();
    free_.pop_back();
    pages_[number] = page;
  }
  if (site.page_of_slot.size() <= page.slot) site.page_of_slot.resize(page.slot + std::size_t{1});
  site.page_of_slot[page.slot] = number;
  site.waiting.grow(page.slot + std::size_t{1});
  resting_.grow(pages_.size());
  unchecked_.grow(pages_.size());
  for (DueQueue* queue : {&worthiest_, &capped_, &scored_}) queue->grow(sites_.size());
  if (!scored_.holds(added.site)) scored_.set(added.site, -kNever);
  rest(number, first_seen + days_of(options_.interval_min));
  return number;
}

void LivePolicy::State::forget(PageNumber number) {
  leave(number);
  Page& page = pages_[number];
  sites_[page.site]->model.remove(page.slot);
  if (sites_[page.site]->model.live_pages() == 0) scored_.remove(page.site);
  page.place = Place::unknown;
  free_.push_back(number);
}

void LivePolicy::State::set_weight(PageNumber number, float weight) {
  Page& page = known(number);
  page.weight = sound_weight(weight);
  if (page.place == Place::waiting) wait(number, latest_);
}

void LivePolicy::State::appoint(PageNumber number, double due) {
  Page& page = known(number);
  appointed_.grow(number + std::size_t{1});
  const bool is_out = page.place == Place::out;
  leave(number);
  page.is_appointed = true;
  if (is_out) return;
  const double last = sites_[page.site]->model.last_check(page.slot);
  rest(number, std::max(due, last + days_of(options_.interval_min)));
}

void LivePolicy::State::hint(PageNumber number, HintKind kind, bool says_changed) {
  Page& page = known(number);
  const auto bit = static_cast<std::uint8_t>(1U << static_cast<unsigned>(kind));
  page.hints.heard |= bit;
  page.hints.said_changed = static_cast<std::uint8_t>(
      says_changed ? page.hints.said_changed | bit : page.hints.said_changed & ~bit);
  if (page.place == Place::waiting) wait(number, latest_);
}

double LivePolicy::State::page_share(std::uint32_t site) const {
  return static_cast<double>(sites_[site]->model.live_pages()) /
         static_cast<double>(std::max<std::size_t>(pages(), 1));
}

// Returns the cost of a check, in checks of a page of typical size.
double LivePolicy::State::cost(const Page& page) const {
  const RollingBudgetOptions& budget = budget_.options();
  if (budget.bytes_per_day == kUnlimited) return 1;
  const double check = 1 / static_cast<double>(std::max<std::uint64_t>(budget.checks_per_day, 1));
  const double byte = 1 / static_cast<double>(std::max<std::uint64_t>(budget.bytes_per_day, 1));
  return (check + byte * (page.bytes == 0 ? kTypicalBytes : page.bytes)) /
         (check + byte * kTypicalBytes);
}

float LivePolicy::State::odds(const Page& page) const {
  if (page.hints.heard == 0) return 1;
  double product = 1;
  for (unsigned kind = 0; kind < kHintKinds; ++kind)
    if (page.hints.heard >> kind & 1U)
      product *= hint_odds(page.hints.said_changed >> kind & 1U, sites_[page.site]->trust[kind]);
  return static_cast<float>(product);
}

double LivePolicy::State::index(const Page& page, double now) const {
  return static_cast<double>(page.weight) *
         static_cast<double>(sites_[page.site]->model.worth(page.slot, now, odds(page)));
}

void LivePolicy::State::learn_hints(Page& page, bool has_changed) {
  for (unsigned kind = 0; kind < kHintKinds; ++kind)
    if (page.hints.heard >> kind & 1U)
      sites_[page.site]->trust[kind].learn(page.hints.said_changed >> kind & 1U, has_changed);
  page.hints = {};
}

void LivePolicy::State::learn_hint(std::uint32_t site, HintKind kind, bool said_changed,
                                   bool has_changed) {
  if (site < sites_.size() && sites_[site])
    sites_[site]->trust[static_cast<std::size_t>(kind)].learn(said_changed, has_changed);
}

void LivePolicy::State::settle(std::uint32_t number, double at) {
  Site& site = *sites_[number];
  ++site.checks_since_settled;
  const auto known = std::max(site.model.window_checks(), site.model.live_pages());
  if (site.checks_since_settled < kSettledShare * static_cast<double>(known)) return;
  site.checks_since_settled = 0;
  site.model.settle_clock(at);
  if (std::abs(at - site.learned_at) >= kLearnedEveryDays) {
    site.model.learn_prior();
    site.learned_at = at;
  }
  scored_.set(number, -kNever);  // all its scores are stale
}

void LivePolicy::State::learn(const PolicyCheck& row, double at) {
  Page& page = pages_[row.page];
  Site& site = *sites_[page.site];
  if (row.outcome == PolicyOutcome::failed) return rest_after_failure(row.page, at);
  page.failures = 0;
  const bool has_changed = row.outcome == PolicyOutcome::changed;
  float trust = 1;
  if (row.outcome == PolicyOutcome::not_modified) {
    // Weighted by how well a 304 distinguishes the two cases.
    const HintTrust& told = site.trust[static_cast<std::size_t>(HintKind::not_modified)];
    const double if_same = 1 - told.said_if_unchanged();
    const double if_changed = 1 - told.said_if_changed();
    trust = if_same > if_changed ? static_cast<float>(1 - if_changed / if_same) : 0;
  }
  learn_hints(page, has_changed);
  const bool is_told = has_changed && row.changed_at;
  const bool was_learned = is_told ? site.model.observe_told(page.slot, at, day_of(*row.changed_at))
                                   : site.model.observe(page.slot, at, has_changed, trust);
  if (was_learned) settle(page.site, at);
  rest(row.page, at + days_of(options_.interval_min));
}

void LivePolicy::State::observe(const PolicyCheck& row, std::uint64_t bytes, int requests) {
  const Page& page = known(row.page);
  const double at = day_of(row.at);
  if (page.place != Place::out) budget_.spend_check(page.site, page.host, at);
  for (int more = 1; more < requests; ++more) budget_.spend_request(page.host, at);
  budget_.spend_bytes(bytes, at);
  restore(row, bytes);
}

void LivePolicy::State::charge(PageNumber number, double at, std::uint64_t bytes) {
  const Page& page = known(number);
  budget_.spend_check(page.site, page.host, at);
  budget_.spend_bytes(bytes, at);
}

void LivePolicy::State::restore(const PolicyCheck& row, std::uint64_t bytes) {
  leave(row.page);
  Page& page = pages_[row.page];
  const auto counted = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(bytes, std::numeric_limits<std::uint32_t>::max()));
  if (counted > 0)
    page.bytes = page.bytes == 0 ? counted : page.bytes - page.bytes / 8 + counted / 8;
  if (row.hints) page.hints = *row.hints;
  learn(row, day_of(row.at));
}

void LivePolicy::State::give_back(PageNumber number, int requests, std::optional<Time> failed_at) {
  const Page& page = known(number);
  if (page.place != Place::out) return;
  budget_.refund_check(page.site, page.host, requests);
  if (failed_at) return rest_after_failure(number, day_of(*failed_at));
  rest(number, -kNever);
}

void LivePolicy::State::postpone(PageNumber number, double until) {
  const Page& page = known(number);
  if (page.place != Place::out) return;
  budget_.refund_check(page.site, page.host, 0);
  rest(number, until);
}

// Exponential back-off.
void LivePolicy::State::rest_after_failure(PageNumber number, double at) {
  Page& page = pages_[number];
  page.failures = static_cast<std::uint8_t>(std::min(page.failures + 1, 60));
  const double wait_days = std::ldexp(days_of(options_.interval_min), page.failures);
  const Duration most = page.is_appointed ? options_.appointed_retry_max : options_.retry_max;
  rest(number, at + std::min(wait_days, days_of(most)));
}

std::uint64_t LivePolicy::State::bytes_of_memory() const {
  std::uint64_t bytes = pages_.capacity() * sizeof(Page) + free_.capacity() * sizeof(PageNumber) +
                        sites_.capacity() * sizeof(sites_[0]) + budget_.bytes_of_memory();
  for (const DueQueue* queue :
       {&resting_, &appointed_, &unchecked_, &worthiest_, &capped_, &scored_})
    bytes += queue->bytes_of_memory();
  for (const auto& site : sites_)
    if (site)
      bytes += sizeof(Site) - sizeof(SiteModel) + site->model.bytes_of_memory() +
               site->waiting.bytes_of_memory() + site->page_of_slot.capacity() * sizeof(PageNumber);
  return bytes;
}

}  // namespace freshet
