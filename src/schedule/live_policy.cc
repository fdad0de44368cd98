#include "schedule/live_policy.h"

#include "schedule/days.h"
#include "schedule/live_state.h"

namespace freshet {

LivePolicy::LivePolicy(const RateWeights& prior, const LivePolicyOptions& options)
    : state_(std::make_unique<State>(prior, options)) {}
LivePolicy::LivePolicy(LivePolicy&&) noexcept = default;
LivePolicy& LivePolicy::operator=(LivePolicy&&) noexcept = default;
LivePolicy::~LivePolicy() = default;

PageNumber LivePolicy::add(const PolicyPage& page, const RateWeights* first_sight) {
  return state_->add(page, first_sight);
}

void LivePolicy::forget(PageNumber page) { state_->forget(page); }

void LivePolicy::set_weight(PageNumber page, float weight) { state_->set_weight(page, weight); }

void LivePolicy::appoint(PageNumber page, Time due) { state_->appoint(page, day_of(due)); }

void LivePolicy::hint(PageNumber page, HintKind kind, bool says_changed) {
  state_->hint(page, kind, says_changed);
}

std::optional<DueCheck> LivePolicy::next(Time now) { return state_->next(day_of(now)); }

std::optional<Time> LivePolicy::next_moment(Time now) {
  const auto moment = state_->next_moment(day_of(now));
  if (!moment) return std::nullopt;
  return std::max(now, time_of(*moment));
}

void LivePolicy::observe(const PolicyCheck& row, std::uint64_t bytes, int requests) {
  state_->observe(row, bytes, requests);
}

HeardHints LivePolicy::heard(PageNumber page) const { return state_->heard(page); }

void LivePolicy::restore(const PolicyCheck& row, std::uint64_t bytes) {
  state_->restore(row, bytes);
}

void LivePolicy::charge(PageNumber page, Time at, std::uint64_t bytes) {
  state_->charge(page, day_of(at), bytes);
}

void LivePolicy::give_back(PageNumber page, int requests, std::optional<Time> failed_at) {
  state_->give_back(page, requests, failed_at);
}

void LivePolicy::postpone(PageNumber page, Time until) { state_->postpone(page, day_of(until)); }

void LivePolicy::learn_hint(std::uint32_t site, HintKind kind, bool said_changed,
                            bool has_changed) {
  state_->learn_hint(site, kind, said_changed, has_changed);
}

void LivePolicy::set_checks_per_day(std::uint64_t checks) {
  state_->budget().set_checks_per_day(checks);
}

PageOutlook LivePolicy::outlook(PageNumber page, Time now) const {
  return state_->outlook(page, day_of(now));
}

double LivePolicy::stale_probability(PageNumber page, Time now) const {
  return state_->stale_probability(page, day_of(now));
}

double LivePolicy::stale_by_checks(PageNumber page, Time now) const {
  return state_->stale_by_checks(page, day_of(now));
}

std::vector<PlannedCheck> LivePolicy::plan(Time now) const { return state_->plan(day_of(now)); }

std::uint32_t LivePolicy::checks(PageNumber page) const { return state_->checks(page); }
std::size_t LivePolicy::pages() const { return state_->pages(); }

std::uint64_t LivePolicy::bytes_of_memory() const { return state_->bytes_of_memory(); }

}  // namespace freshet
