#include "refresh/scheduled_pages.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "refresh/plan_text.h"
#include "refresh/record.h"
#include "schedule/days.h"
#include "schedule/policy_registry.h"
#include "store/reported_change.h"

namespace freshet {
namespace {

// Saves enough budget that no check which accrues between two rounds is lost. A planner that
// chooses once may spend the checks of a day.
LivePolicyOptions with_rounds(const PlannerOptions& options) {
  LivePolicyOptions policy = options.policy;
  const double round = options.only_once ? 1 : 2 * days_of(options.round);
  policy.budget.saved_days = std::max(policy.budget.saved_days, round);
  return policy;
}

std::unique_ptr<RefreshPolicy> make_policy(const FirstSight& first_sight, const RateWeights& prior,
                                           const PlannerOptions& options) {
  const auto row = find_policy(options.policy_name);
  require(row.has_value(), "the policy of a planner is in the registry");
  PolicyContext context{.training = {.prior = prior}, .live = with_rounds(options)};
  for (const FirstSightGroup& group : first_sight.groups()) {
    context.training.groups.rates.push_back(std::max(group.rate, kRateFloor));
    context.training.groups.sizes.push_back(group.pages);
  }
  return make_refresh_policy(**row, context);
}

// Returns the group with the nearest rate on a logarithmic scale; 1 is the fastest.
std::int32_t nearest_group(const FirstSight& first_sight, double rate) {
  std::int32_t best = 0;
  double best_distance = 0;
  std::int32_t number = 0;
  for (const FirstSightGroup& group : first_sight.groups()) {
    const double distance =
        std::abs(std::log(std::max(group.rate, kRateFloor)) - std::log(std::max(rate, kRateFloor)));
    ++number;
    if (best != 0 && distance >= best_distance) continue;
    best = number;
    best_distance = distance;
  }
  return best;
}

}  // namespace

ScheduledPages::ScheduledPages(const FirstSight& first_sight, const RateWeights& prior,
                               const PlannerOptions& options, BasketClassifier classify)
    : first_sight_(first_sight),
      prior_(prior),
      remembered_(first_sight),
      checks_per_day_(options.policy.budget.checks_per_day),
      polls_add_to_budget_(options.baskets.adds_to_budget),
      policy_(make_policy(first_sight, prior, options)),
      baskets_(options.baskets, std::move(classify)) {}

void ScheduledPages::schedule(PageIndex page, Time seen, const RateWeights* prior) {
  RegisteredPage& known = registry_[page];
  if (known.number) return;
  const PageNumber number = policy_->add({.site = registry_.site_of(page),
                                          .host = known.host,
                                          .first_seen = seen,
                                          .weight = known.weight},
                                         prior);
  registry_.set_number(page, number);
  known.seen = seen;
  if (!baskets_.covers(known.url)) return;
  baskets_.add(page, seen);
  plan_poll(page);
}

void ScheduledPages::schedule_new(PageIndex page, Time first_seen) {
  const RegisteredPage& known = registry_[page];
  RateWeights prior = known.first_rate > 0 ? remembered_.about(known.first_rate) : prior_;
  if (known.first_changed && *known.first_changed < first_seen)
    prior = with_age(prior, first_seen - *known.first_changed);
  schedule(page, first_seen, &prior);
}

void ScheduledPages::unschedule(PageIndex page) {
  RegisteredPage& known = registry_[page];
  if (known.number) policy_->forget(*known.number);
  known.number.reset();
  if (!baskets_.contains(page)) return;
  baskets_.remove(page);
  update_budget();
}

void ScheduledPages::update_budget() {
  if (!polls_add_to_budget_ || checks_per_day_ == kUnlimited) return;
  policy_->set_checks_per_day(checks_per_day_ +
                              static_cast<std::uint64_t>(std::ceil(baskets_.polls_per_day())));
}

void ScheduledPages::plan_poll(PageIndex page) {
  const auto due = baskets_.plan_poll(page);
  update_budget();
  policy_->appoint(*registry_[page].number, due.value_or(kTimeMin));
}

void ScheduledPages::observe_first(PageIndex page, const Observation& observation,
                                   PageBelief& belief) {
  RegisteredPage& known = registry_[page];
  if (!known.is_requisite) {
    FirstLook look = look_of(observation);
    const SiteTally site = tallies_.of(registry_.site_of(page));
    look.tell_site(site.pages, site.days, site.changes);
    const FirstSightPrediction seen = first_sight_.predict(look);
    belief.first_group = static_cast<std::int32_t>(seen.group) + 1;
    belief.first_rate = typical_rate(seen.prior);
    known.first_changed = belief.first_changed;
  }
  known.first_rate = belief.first_rate;
  schedule_new(page, observation.time);
}

bool ScheduledPages::apply(PageIndex page, const CheckFacts& facts) {
  RegisteredPage& known = registry_[page];
  if (facts.outcome == CheckOutcome::gone) {
    known.is_first = false;
    unschedule(page);
    return false;
  }
  const bool is_answered = facts.outcome != CheckOutcome::failed;
  if (!known.number) {
    if (is_answered) schedule(page, facts.at, nullptr);
    return false;
  }
  if (is_answered) {
    tallies_.count(registry_.site_of(page), known.is_first, facts.at - known.seen,
                   facts.outcome == CheckOutcome::changed);
    known.is_first = false;
    known.seen = facts.at;
  }
  return true;
}

void ScheduledPages::observe(PageIndex page, const CheckFacts& facts, int requests) {
  if (apply(page, facts))
    policy_->observe(live_check(*registry_[page].number, facts), facts.bytes, requests);
}

void ScheduledPages::restore(PageIndex page, const CheckFacts& facts, bool is_charged) {
  if (is_charged && is_scheduled(page))
    policy_->charge(*registry_[page].number, facts.at, facts.bytes);
  if (!apply(page, facts)) return;
  PolicyCheck row = live_check(*registry_[page].number, facts);
  row.hints = facts.hints;
  policy_->restore(row, facts.bytes);
}

void ScheduledPages::observe_poll(PageIndex page, const Observation& observation,
                                  PageCheck& check) {
  if (baskets_.observe(page, observation.elements, check)) plan_poll(page);
}

std::optional<PageMark> ScheduledPages::hint(const PageHint& hint) {
  const auto page = registry_.find(hint.url);
  if (!page) return std::nullopt;
  RegisteredPage& known = registry_[*page];
  if (!known.number || known.is_chosen) return std::nullopt;
  known.word = hint.changed > known.seen ? PageWord::changed : PageWord::unchanged;
  std::optional<PageMark> mark;
  // The age of the page at first sight is evidence of its rate.
  const auto changed = reported_change(hint.changed, known.seen);
  if (changed && known.is_first && !known.first_changed) {
    known.first_changed = changed;
    mark = {.page = registry_.key(*page), .kind = PageMark::Kind::first_changed, .time = *changed};
    policy_->forget(*known.number);
    known.number.reset();
    schedule_new(*page, known.seen);
  }
  policy_->hint(*known.number, hint.is_of_feed ? HintKind::feed_entry : HintKind::sitemap_lastmod,
                known.word == PageWord::changed);
  return mark;
}

void ScheduledPages::describe(PageIndex page, Time now, PageBelief& belief) const {
  const RegisteredPage& known = registry_[page];
  const PageOutlook outlook = policy_->outlook(*known.number, now);
  belief.rate = outlook.changes_per_day;
  belief.rate_low = outlook.changes_per_day_low;
  belief.rate_high = outlook.changes_per_day_high;
  belief.next_check = outlook.planned;
  belief.why = baskets_.words(page).value_or(reason_text(outlook));
  belief.group =
      known.is_requisite ? kRequisiteGroup : nearest_group(first_sight_, outlook.changes_per_day);
}

RefreshView ScheduledPages::view(Time now) const {
  RefreshView view;
  for (const RegisteredPage& page : registry_.pages()) {
    if (page.is_requisite) {
      if (page.number) ++view.requisites;
      continue;
    }
    if (!page.number) {
      ++view.gone;
      continue;
    }
    ++view.scheduled;
    view.fresh += 1 - policy_->stale_probability(*page.number, now);
    view.fresh_by_checks += 1 - policy_->stale_by_checks(*page.number, now);
  }
  return view;
}

}  // namespace freshet
