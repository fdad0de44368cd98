#include "refresh/planner.h"

#include <algorithm>
#include <utility>

#include "base/stored_time.h"
#include "refresh/evidence.h"

namespace freshet {
namespace {

// Somebody waits for these checks: their hosts go first.
constexpr double kWorthSoon = 1e6;

// Returns days of freshness in the unit of the frontier, thousandths.
std::int64_t visit_value(double worth) {
  constexpr double kValueMax = 1e9;
  return static_cast<std::int64_t>(std::clamp(1000 * worth, 1.0, kValueMax));
}

}  // namespace

Planner::Planner(const FirstSight& first_sight, const RateWeights& prior,
                 const PlannerOptions& options, BasketClassifier classify)
    : first_sight_(first_sight),
      options_(options),
      pages_(first_sight, prior, options, std::move(classify)),
      rechecks_(options.gone.longest),
      sitemaps_(options.sitemaps_every) {}

bool Planner::ask_for(std::string_view url) {
  const std::lock_guard lock(mutex_);
  const auto page = pages_.registry().find(url);
  if (!page) return false;
  if (!asked_) asked_.emplace();
  asked_->push_back(*page);
  return true;
}

void Planner::ask_for_all() {
  const std::lock_guard lock(mutex_);
  asked_.emplace();
  for (PageIndex page = 0; page < pages_.registry().size(); ++page)
    if (pages_.is_scheduled(page) || pages_.registry()[page].life.is_missing())
      asked_->push_back(page);
}

bool Planner::check_soon(std::string_view url) {
  const std::lock_guard lock(mutex_);
  const auto page = pages_.registry().find(url);
  if (page) soon_.push_back(*page);
  return page.has_value();
}

std::size_t Planner::check_soon(const Host& host) {
  const std::lock_guard lock(mutex_);
  const HostIndex number = pages_.registry().add_host(host);
  return add_soon([&](const RegisteredPage& page) { return page.host == number; });
}

std::size_t Planner::check_all_soon() {
  const std::lock_guard lock(mutex_);
  return add_soon([](const RegisteredPage&) { return true; });
}

template <class F>
std::size_t Planner::add_soon(F is_meant) {
  const std::size_t before = soon_.size();
  for (PageIndex page = 0; page < pages_.registry().size(); ++page)
    if ((pages_.is_scheduled(page) || pages_.registry()[page].life.is_missing()) &&
        is_meant(pages_.registry()[page]))
      soon_.push_back(page);
  return soon_.size() - before;
}

void Planner::choose_page(PageIndex page, double worth) {
  RegisteredPage& known = pages_.registry()[page];
  known.is_chosen = true;
  batches_.add(known.host, page, worth);
}

void Planner::choose_due_pages(Time now) {
  while (const auto due = pages_.policy().next(now)) {
    const PageIndex page = pages_.registry().page_of(due->page);
    const auto down = down_.find(pages_.registry()[page].host);
    if (down != down_.end() && !is_due(down->second, now, kDueWaitMax))
      pages_.policy().postpone(due->page, down->second);
    else
      choose_page(page, due->index);
  }
}

std::vector<HostWake> Planner::choose(Time now) {
  const std::lock_guard lock(mutex_);
  PageRegistry& registry = pages_.registry();
  if (last_choice_ && !is_past(*last_choice_, now)) rechecks_.set_back(now);
  if (asked_) {
    for (const PageIndex page : std::exchange(*asked_, {}))
      if (!registry[page].is_chosen) choose_page(page, 0);
  } else {
    choose_due_pages(now);
    while (const auto page = rechecks_.take(now))
      if (!pages_.is_scheduled(*page) && !registry[*page].is_chosen) choose_page(*page, 0);
  }
  for (const PageIndex page : std::exchange(soon_, {}))
    if (!registry[page].is_chosen) choose_page(page, kWorthSoon);
  last_choice_ = now;
  next_moment_ = pages_.policy().next_moment(now);
  std::vector<HostWake> hosts;
  for (const CheckBatches::Wake& wake : batches_.take_woken())
    hosts.push_back({.host = registry.host(wake.host), .value = visit_value(wake.worth)});
  return hosts;
}

std::optional<Time> Planner::next_choice(Time now) {
  const std::lock_guard lock(mutex_);
  if ((options_.only_once || asked_) && last_choice_) return std::nullopt;
  // Not sooner than a round, so that the checks of a host come together.
  Time next = now + options_.round;
  // Polls are planned when a visit reports, which next_moment_ does not know.
  if (next_moment_ && pages_.baskets().empty()) next = std::max(next, *next_moment_);
  return next;
}

RefreshOrders Planner::take_orders(const Host& host, Time now) {
  const std::lock_guard lock(mutex_);
  RefreshOrders orders;
  const HostIndex number = pages_.registry().add_host(host);
  for (const PageIndex page : batches_.take(number)) {
    const RegisteredPage& known = pages_.registry()[page];
    orders.checks.push_back({.page = {.host = host, .url = known.url},
                             .is_requisite = known.is_requisite,
                             .word = known.word,
                             .elements_since = pages_.baskets().compared_with(page)});
  }
  orders.wants_sitemaps = sitemaps_.take_due(number, now);
  return orders;
}

void Planner::visit_ended(const Host& host, const VisitEnd& end, Time now) {
  const std::lock_guard lock(mutex_);
  for (const UncheckedPage& unchecked : end.unchecked) {
    const auto page = pages_.registry().find(unchecked.url);
    if (!page) continue;
    RegisteredPage& known = pages_.registry()[*page];
    known.is_chosen = false;
    if (known.number)
      pages_.policy().give_back(*known.number, unchecked.asked,
                                end.has_failed ? std::optional(now) : std::nullopt);
    else
      rechecks_.add(*page, now + options_.gone.first);
  }
  for (const PageHint& hint : end.hints)
    if (auto mark = pages_.hint(hint)) marks_.push_back(*std::move(mark));
  const HostIndex number = pages_.registry().add_host(host);
  if (end.has_failed && end.due)
    down_[number] = *end.due;
  else
    down_.erase(number);
  batches_.visit_ended(number);
}

// `check` is the check of the observation as it will be stored.
void Planner::record_check(PageIndex page, const Observation& observation, const PageLife& life,
                           PageCheck& check) {
  RegisteredPage& known = pages_.registry()[page];
  if (known.number && check.outcome != CheckOutcome::failed)
    check.hints = pages_.policy().heard(*known.number).packed();
  known.life = life;
  known.is_chosen = false;
  if (known.word == PageWord::changed) known.word = PageWord::unchanged;
  pages_.observe(page, facts_of(check),
                 observation.order ? std::max(observation.order->asked, 1) : 1);
  if (known.number) return pages_.observe_poll(page, observation, check);
  // A page that is neither scheduled nor missing has not answered yet.
  const auto recheck =
      life.is_missing() ? life.next_recheck : std::optional(check.time + options_.gone.wait(1));
  if (recheck) rechecks_.add(page, *recheck);
}

PageNews Planner::record(const Observation& observation) {
  PageNews news;
  if (!observation.page.host) return news;
  auto [belief, life_event] = updated_belief(observation, options_.gone);
  {
    const std::lock_guard lock(mutex_);
    const PageIndex page = pages_.registry().add(observation.page);
    RegisteredPage& known = pages_.registry()[page];
    if (belief.is_requisite() && !known.number) {
      known.is_requisite = true;
      known.weight = static_cast<float>(belief.weight);
    }
    counts_.count(observation);
    if (observation.check) {
      news.checks.push_back(*observation.check);
      record_check(page, observation, life_of(belief), news.checks.back());
    } else {
      pages_.observe_first(page, observation, belief);
    }
    news.marks = std::exchange(marks_, {});
    news.marks.insert(news.marks.end(), observation.marks.begin(), observation.marks.end());
    if (known.number) pages_.describe(page, observation.time, belief);
  }
  if (auto event = event_of(observation, life_event)) news.events.push_back(*std::move(event));
  news.beliefs.push_back(std::move(belief));
  return news;
}

std::vector<PlannedPage> Planner::plan(Time now, std::size_t count_max) const {
  const std::lock_guard lock(mutex_);
  return list_plan(pages_, rechecks_, now, count_max);
}

std::optional<PageOutlook> Planner::outlook(std::string_view url, Time now) const {
  const std::lock_guard lock(mutex_);
  const auto page = pages_.registry().find(url);
  if (!page || !pages_.is_scheduled(*page)) return std::nullopt;
  return pages_.policy().outlook(*pages_.registry()[*page].number, now);
}

bool Planner::describe(PageBelief& belief, Time now) const {
  const std::lock_guard lock(mutex_);
  const auto page = pages_.registry().find(belief.page.url);
  if (!page || !pages_.is_scheduled(*page)) return false;
  pages_.describe(*page, now, belief);
  return true;
}

bool Planner::is_requisite(std::string_view url) const {
  const std::lock_guard lock(mutex_);
  const auto page = pages_.registry().find(url);
  return page && pages_.registry()[*page].is_requisite;
}

std::optional<std::string> Planner::baskets_words(std::string_view url) const {
  const std::lock_guard lock(mutex_);
  const auto page = pages_.registry().find(url);
  return page ? pages_.baskets().words(*page) : std::nullopt;
}

std::vector<std::string> Planner::unknown_in_baskets() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> unknown;
  for (const std::string& url : pages_.baskets().named())
    if (!pages_.registry().find(url)) unknown.push_back(url);
  return unknown;
}

RefreshView Planner::view(Time now) const {
  const std::lock_guard lock(mutex_);
  return pages_.view(now);
}

RefreshCounts Planner::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace freshet
