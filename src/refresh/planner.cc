#include "refresh/planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/hash.h"
#include "base/stored_time.h"
#include "refresh/evidence.h"
#include "schedule/days.h"
#include "store/told_change.h"
#include "url/site.h"

namespace freshet {
namespace {

std::string why_text(const PageOutlook& outlook) {
  return fmt::format("{} checks, {} changes; {:.3g} changes a day (between {:.3g} and {:.3g}); {}",
                     outlook.checks, outlook.changes, outlook.changes_per_day,
                     outlook.changes_per_day_low, outlook.changes_per_day_high,
                     !outlook.planned ? "not worth a check within this budget"
                     : outlook.planned_for == CheckReason::explored
                         ? "its turn comes though others are worth more"
                         : "worth a check then");
}

// What accrues between two rounds is not lost; who chooses only once may spend a day's checks.
LivePolicyOptions with_rounds(const PlannerOptions& options) {
  LivePolicyOptions policy = options.policy;
  const double round = options.only_once ? 1 : 2 * days_of(options.round);
  policy.budget.saved_days = std::max(policy.budget.saved_days, round);
  return policy;
}

// Days of freshness as the frontier counts: in thousandths.
std::int64_t visit_value(double worth) {
  constexpr double kValueMax = 1e9;
  return static_cast<std::int64_t>(std::clamp(1000 * worth, 1.0, kValueMax));
}

// By the log of the rate; 1 is the fastest.
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

Planner::Planner(const FirstSight& first_sight, const RateWeights& prior,
                 const PlannerOptions& options, BasketClassifier classify)
    : first_sight_(first_sight),
      options_(options),
      prior_(prior),
      remembered_(first_sight),
      watch_list_(options.baskets.urls),
      basket_rules_{options.baskets.baskets, std::move(classify)},
      policy_(prior, with_rounds(options)) {}

std::uint32_t Planner::site_number(std::string name) {
  const auto [site, is_new] =
      sites_.try_emplace(std::move(name), static_cast<std::uint32_t>(sites_.size()));
  if (is_new) sites_seen_.emplace_back();
  return site->second;
}

// Requisites are a site of their own: their rates say nothing of the pages, nor those of them.
std::uint32_t Planner::host_number(const Host& host) {
  const auto [known, is_new] =
      by_host_.try_emplace(host.hash(), static_cast<std::uint32_t>(hosts_.size()));
  if (!is_new) return known->second;
  const std::string site(site_of(host.name()));
  hosts_.push_back({.host = host,
                    .site = site_number(site),
                    .requisite_site = site_number(site + " requisites")});
  return known->second;
}

std::uint32_t Planner::site_of_page(const Page& page) const {
  const HostState& host = hosts_[page.host];
  return page.is_requisite ? host.requisite_site : host.site;
}

std::uint32_t Planner::page_index(const PageKey& key) {
  const auto [known, is_new] =
      by_url_.try_emplace(hash64(key.url), static_cast<std::uint32_t>(pages_.size()));
  if (is_new) pages_.push_back({.url = key.url, .host = host_number(*key.host)});
  return known->second;
}

void Planner::watch(std::uint32_t page, Time seen, const RateWeights* prior) {
  Page& known = pages_[page];
  if (known.number) return;
  known.number = policy_.add(
      {.site = site_of_page(known), .host = known.host, .first_seen = seen, .weight = known.weight},
      prior);
  known.seen = seen;
  if (page_of_number_.size() <= *known.number)
    page_of_number_.resize(*known.number + std::size_t{1});
  page_of_number_[*known.number] = page;
  if (!watch_list_.holds(known.url)) return;
  watched_.try_emplace(page, Watched{BasketWatch(seen)});
  appoint(page);
}

// What is believed of it is what is remembered of its first sight, whether that was just now or
// before a restart.
void Planner::watch_first(std::uint32_t page, Time first_seen) {
  const Page& known = pages_[page];
  RateWeights prior = known.first_rate > 0 ? remembered_.about(known.first_rate) : prior_;
  if (known.first_changed && *known.first_changed < first_seen)
    prior = with_age(prior, first_seen - *known.first_changed);
  watch(page, first_seen, &prior);
}

void Planner::unwatch(std::uint32_t page) {
  Page& known = pages_[page];
  if (known.number) policy_.forget(*known.number);
  known.number.reset();
  if (const auto watched = watched_.find(page); watched != watched_.end()) {
    count_polls(watched->second, 0);
    watched_.erase(watched);
  }
}

void Planner::count_polls(Watched& watched, double polls_per_day) {
  polls_per_day_ += polls_per_day - watched.polls_per_day;
  watched.polls_per_day = polls_per_day;
  const std::uint64_t checks = options_.policy.budget.checks_per_day;
  if (!options_.baskets.adds_to_budget || checks == kUnlimited) return;
  policy_.set_checks_per_day(checks + static_cast<std::uint64_t>(std::ceil(polls_per_day_)));
}

// Tells the policy when a page in baskets mode is polled next.
void Planner::appoint(std::uint32_t page) {
  Watched& watched = watched_.at(page);
  count_polls(watched, watched.basket.polls_per_day(basket_rules_));
  policy_.appoint(*pages_[page].number, watched.basket.due(basket_rules_).value_or(kTimeMin));
}

// What a check says of a page in baskets mode; `check` is what will be kept of it.
void Planner::poll(std::uint32_t page, const Sighting& sighting, PageCheck& check) {
  const auto watched = watched_.find(page);
  const bool tells = check.outcome == CheckOutcome::same || check.outcome == CheckOutcome::changed;
  if (watched == watched_.end() || !tells) return;
  std::optional<ElementChanges> elements;
  if (const auto& counts = sighting.elements)
    elements = {static_cast<double>(counts->added), static_cast<double>(counts->changed),
                static_cast<double>(counts->missing)};
  BasketWatch& basket = watched->second.basket;
  const bool has_changed = check.outcome == CheckOutcome::changed;
  const PollRecord record = basket.observe(check.time, has_changed, elements, basket_rules_);
  check.stages = with_poll(check.stages, record, basket, basket_rules_);
  appoint(page);
}

void Planner::choose_page(std::uint32_t page, double worth) {
  Page& known = pages_[page];
  HostState& host = hosts_[known.host];
  known.is_chosen = true;
  host.chosen.push_back(page);
  host.worth += worth;
  if (std::exchange(host.is_woken, true)) return;
  woken_.push_back(known.host);
}

bool Planner::ask_for(std::string_view url) {
  const std::lock_guard lock(mutex_);
  const auto known = by_url_.find(hash64(url));
  if (known == by_url_.end()) return false;
  if (!asked_) asked_.emplace();
  asked_->push_back(known->second);
  return true;
}

void Planner::ask_for_all() {
  const std::lock_guard lock(mutex_);
  asked_.emplace();
  for (std::uint32_t page = 0; page < pages_.size(); ++page)
    if (pages_[page].number) asked_->push_back(page);
}

// The clock was set back: what was put off by the clock of then must not wait for it.
void Planner::come_back_to(Time now) {
  std::multimap<Time, std::uint32_t> gone;
  for (const auto& [at, page] : gone_)
    gone.emplace(is_due(at, now, options_.gone.longest) ? now : at, page);
  gone_ = std::move(gone);
}

std::vector<HostWake> Planner::choose(Time now) {
  const std::lock_guard lock(mutex_);
  if (last_choice_ && !is_past(*last_choice_, now)) come_back_to(now);
  if (asked_) {
    for (const std::uint32_t page : std::exchange(*asked_, {}))
      if (!pages_[page].is_chosen) choose_page(page, 0);
  }
  while (!asked_) {
    const auto due = policy_.next(now);
    if (!due) break;
    choose_page(page_of_number_[due->page], due->index);
  }
  while (!asked_ && !gone_.empty() && gone_.begin()->first <= now) {
    const std::uint32_t page = gone_.begin()->second;
    gone_.erase(gone_.begin());
    if (!pages_[page].number && !pages_[page].is_chosen) choose_page(page, 0);
  }
  last_choice_ = now;
  next_moment_ = policy_.next_moment(now);
  std::vector<HostWake> hosts;
  for (const std::uint32_t host : std::exchange(woken_, {}))
    hosts.push_back({.host = hosts_[host].host, .value = visit_value(hosts_[host].worth)});
  return hosts;
}

std::optional<Time> Planner::next_choice(Time now) {
  const std::lock_guard lock(mutex_);
  if ((options_.only_once || asked_) && last_choice_) return std::nullopt;
  // Not sooner than the round says, so that the checks of a host come together.
  Time next = now + options_.round;
  // Polls are appointed when a visit tells what it saw, of which next_moment_ does not know.
  if (next_moment_ && watched_.empty()) next = std::max(next, *next_moment_);
  return next;
}

RefreshOrders Planner::take_orders(const Host& host, Time now) {
  const std::lock_guard lock(mutex_);
  RefreshOrders orders;
  HostState& known = hosts_[host_number(host)];
  known.is_woken = false;
  known.worth = 0;
  for (const std::uint32_t page : std::exchange(known.chosen, {})) {
    const auto watched = watched_.find(page);
    orders.checks.push_back({.page = {.host = host, .url = pages_[page].url},
                             .is_requisite = pages_[page].is_requisite,
                             .word = pages_[page].word,
                             .elements_since = watched == watched_.end()
                                                   ? std::nullopt
                                                   : watched->second.basket.compared_with()});
  }
  const bool may_read = options_.sitemaps_every > Duration{};
  const bool is_time = !known.sitemaps_read ||
                       now - *known.sitemaps_read >= options_.sitemaps_every ||
                       now < *known.sitemaps_read;
  orders.wants_sitemaps = may_read && is_time;
  if (orders.wants_sitemaps) known.sitemaps_read = now;
  return orders;
}

void Planner::visit_ended(const Host& host, const VisitEnd& end, Time now) {
  const std::lock_guard lock(mutex_);
  for (const UncheckedPage& unchecked : end.unchecked) {
    const auto page = by_url_.find(hash64(unchecked.url));
    if (page == by_url_.end()) continue;
    pages_[page->second].is_chosen = false;
    if (pages_[page->second].number) {
      policy_.give_back(*pages_[page->second].number, unchecked.asked);
    } else {
      gone_.emplace(now + options_.gone.first, page->second);
    }
  }
  for (const PageHint& heard : end.hints) hint(heard);
  // What was chosen while the visit was under way.
  HostState& known = hosts_[host_number(host)];
  if (!known.chosen.empty() && !std::exchange(known.is_woken, true))
    woken_.push_back(host_number(host));
}

void Planner::hint(const PageHint& heard) {
  const auto known = by_url_.find(hash64(heard.url));
  if (known == by_url_.end()) return;
  Page& page = pages_[known->second];
  if (!page.number || page.is_chosen) return;
  page.word = heard.changed > page.seen ? PageWord::changed : PageWord::unchanged;
  // How old it was when we first saw it says how often it changes.
  const auto told = told_change(heard.changed, page.seen);
  if (told && page.is_first && !page.first_changed) {
    page.first_changed = told;
    marks_.push_back({.page = {.host = hosts_[page.host].host, .url = page.url},
                      .kind = PageMark::Kind::first_changed,
                      .time = *told});
    policy_.forget(*page.number);
    page.number.reset();
    watch_first(known->second, page.seen);
  }
  policy_.hint(*page.number, heard.is_of_feed ? HintKind::feed_entry : HintKind::sitemap_lastmod,
               page.word == PageWord::changed);
}

// What a check changes but for the policy's belief; whether that is to hear of it.
bool Planner::learn(std::uint32_t page, const CheckFacts& facts) {
  Page& known = pages_[page];
  if (facts.outcome == CheckOutcome::gone) {
    known.is_first = false;
    unwatch(page);
    return false;
  }
  if (!known.number) {
    if (facts.outcome != CheckOutcome::failed) watch(page, facts.at, nullptr);
    return false;
  }
  if (facts.outcome != CheckOutcome::failed) {
    SiteSeen& site = sites_seen_[site_of_page(known)];
    if (known.is_first) ++site.pages;
    if (facts.at > known.seen) site.days += days_of(facts.at - known.seen);
    if (facts.outcome == CheckOutcome::changed) ++site.changes;
    known.is_first = false;
    known.seen = facts.at;
  }
  return true;
}

void Planner::observe(std::uint32_t page, const PageCheck& check, int requests) {
  Page& known = pages_[page];
  known.is_chosen = false;
  if (known.word == PageWord::changed) known.word = PageWord::unchanged;
  const CheckFacts facts = facts_of(check);
  if (learn(page, facts))
    return policy_.observe(live_check(*known.number, facts), check.bytes, requests);
  if (known.number) return;
  // A page that is neither scheduled nor missing has not answered yet.
  const auto recheck = known.life.is_missing() ? known.life.next_recheck
                                               : std::optional(check.time + options_.gone.wait(1));
  if (recheck) gone_.emplace(*recheck, page);
}

PageNews Planner::believe(const Sighting& sighting) {
  PageNews news;
  auto [belief, life_event] = after(sighting, options_.gone);
  {
    const std::lock_guard lock(mutex_);
    if (!sighting.page.host) return news;
    const std::uint32_t page = page_index(sighting.page);
    if (belief.is_requisite() && !pages_[page].number) {
      pages_[page].is_requisite = true;
      pages_[page].weight = static_cast<float>(belief.weight);
    }
    count(sighting);
    if (sighting.check) {
      news.checks.push_back(*sighting.check);
      PageCheck& check = news.checks.back();
      if (pages_[page].number && check.outcome != CheckOutcome::failed)
        check.hints = policy_.heard(*pages_[page].number).packed();
      pages_[page].life = life_of(belief);
      observe(page, check, sighting.order ? std::max(sighting.order->asked, 1) : 1);
      poll(page, sighting, check);
    } else if (pages_[page].is_requisite) {
      pages_[page].first_rate = belief.first_rate;
      watch_first(page, sighting.time);
    } else {
      FirstLook look = look_of(sighting);
      const SiteSeen& site = sites_seen_[hosts_[pages_[page].host].site];
      look.tell_site(site.pages, site.days, site.changes);
      const FirstSightPrediction seen = first_sight_.predict(look);
      belief.first_group = static_cast<std::int32_t>(seen.group) + 1;
      belief.first_rate = typical_rate(seen.prior);
      pages_[page].first_rate = belief.first_rate;
      pages_[page].first_changed = belief.first_changed;
      watch_first(page, sighting.time);
    }
    news.marks = std::exchange(marks_, {});
    news.marks.insert(news.marks.end(), sighting.marks.begin(), sighting.marks.end());
    if (pages_[page].number) describe_page(page, sighting.time, belief);
  }
  if (auto event = event_of(sighting, life_event)) news.events.push_back(*std::move(event));
  news.beliefs.push_back(std::move(belief));
  return news;
}

void Planner::describe_page(std::uint32_t page, Time now, PageBelief& belief) const {
  const PageOutlook outlook = policy_.outlook(*pages_[page].number, now);
  belief.rate = outlook.changes_per_day;
  belief.rate_low = outlook.changes_per_day_low;
  belief.rate_high = outlook.changes_per_day_high;
  belief.next_check = outlook.planned;
  const auto watched = watched_.find(page);
  belief.why =
      watched == watched_.end() ? why_text(outlook) : watched->second.basket.words(basket_rules_);
  belief.group = pages_[page].is_requisite ? kRequisiteGroup
                                           : nearest_group(first_sight_, outlook.changes_per_day);
}

bool Planner::describe(PageBelief& belief, Time now) const {
  const std::lock_guard lock(mutex_);
  const auto known = by_url_.find(hash64(belief.page.url));
  if (known == by_url_.end() || !pages_[known->second].number) return false;
  describe_page(known->second, now, belief);
  return true;
}

void Planner::count(const Sighting& sighting) {
  if (sighting.is_requisite) {
    if (!sighting.check) return;
    ++counts_.requisites;
    if (sighting.check->outcome == CheckOutcome::changed) ++counts_.requisites_changed;
    return;
  }
  if (!sighting.check) {
    ++counts_.added;
    return;
  }
  switch (sighting.check->outcome) {
    case CheckOutcome::same:
      ++counts_.same;
      if (sighting.is_not_modified) ++counts_.not_modified;
      return;
    case CheckOutcome::changed:
      ++counts_.changed;
      return;
    case CheckOutcome::gone:
      ++counts_.gone;
      return;
    case CheckOutcome::back:
      ++counts_.back;
      return;
    case CheckOutcome::failed:
      ++counts_.failed;
      return;
  }
}

RefreshCounts Planner::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

std::vector<PlannedPage> Planner::plan(Time now, std::size_t count_max) const {
  const std::lock_guard lock(mutex_);
  std::vector<PlannedPage> planned;
  for (const PlannedCheck& check : policy_.plan(now)) {
    if (planned.size() == count_max) break;
    planned.push_back({.url = pages_[page_of_number_[check.page]].url,
                       .at = check.at,
                       .reason = check.reason,
                       .outlook = policy_.outlook(check.page, now)});
    const auto watched = watched_.find(page_of_number_[check.page]);
    if (watched != watched_.end())
      planned.back().baskets = watched->second.basket.words(basket_rules_);
  }
  std::size_t looks = 0;
  for (const auto& [at, page] : gone_) {
    if (looks == count_max) break;
    if (pages_[page].number || pages_[page].is_chosen) continue;
    planned.push_back({.url = pages_[page].url,
                       .at = std::max(at, now),
                       .reason = CheckReason::gone,
                       .misses = pages_[page].life.misses});
    ++looks;
  }
  std::ranges::stable_sort(planned, {}, &PlannedPage::at);
  if (planned.size() > count_max) planned.resize(count_max);
  return planned;
}

std::optional<PageOutlook> Planner::outlook(std::string_view url, Time now) const {
  const std::lock_guard lock(mutex_);
  const auto known = by_url_.find(hash64(url));
  if (known == by_url_.end() || !pages_[known->second].number) return std::nullopt;
  return policy_.outlook(*pages_[known->second].number, now);
}

bool Planner::is_requisite(std::string_view url) const {
  const std::lock_guard lock(mutex_);
  const auto known = by_url_.find(hash64(url));
  return known != by_url_.end() && pages_[known->second].is_requisite;
}

std::optional<std::string> Planner::baskets_words(std::string_view url) const {
  const std::lock_guard lock(mutex_);
  const auto known = by_url_.find(hash64(url));
  if (known == by_url_.end()) return std::nullopt;
  const auto watched = watched_.find(known->second);
  if (watched == watched_.end()) return std::nullopt;
  return watched->second.basket.words(basket_rules_);
}

std::vector<std::string> Planner::unknown_watched() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> unknown;
  for (const std::string& url : watch_list_.pages())
    if (!by_url_.contains(hash64(url))) unknown.push_back(url);
  return unknown;
}

RefreshView Planner::view(Time now) const {
  const std::lock_guard lock(mutex_);
  RefreshView view;
  for (const Page& page : pages_) {
    if (page.is_requisite) {
      if (page.number) ++view.requisites;
      continue;
    }
    if (!page.number) {
      ++view.gone;
      continue;
    }
    ++view.watched;
    view.fresh += 1 - policy_.stale_probability(*page.number, now);
  }
  return view;
}

}  // namespace freshet
